package dev.goldenrod.console.session;

import dev.goldenrod.control.Session;
import dev.goldenrod.oidc.DeviceException;
import dev.goldenrod.oidc.DeviceSignIn;
import dev.goldenrod.oidc.DeviceSignIns;
import io.javalin.http.Context;

/** Sign-in of programs without a browser, as RFC 8628 describes it. */
public record DeviceRoutes(DeviceSignIns devices) {
  private static final String PATH = "/sign-in/device";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";

  private interface Reply {
    String json() throws DeviceException;
  }

  public void addTo(PageTable pages) {
    pages.postOAuth(PATH, this::begin).postOAuth(PATH + "/token", this::complete);
  }

  private void begin(Context context) {
    send(context, () -> json(devices.begin(field(context, "issuer"))));
  }

  private void complete(Context context) {
    if (GRANT.equals(context.formParam("grant_type"))) {
      send(context, () -> json(devices.complete(field(context, "device_code"))));
    } else {
      OAuthError.send(context, 400, "unsupported_grant_type", "grant_type must be " + GRANT);
    }
  }

  private static void send(Context context, Reply reply) {
    try {
      context.status(200).result(reply.json());
    } catch (DeviceException notYet) {
      DeviceException.Error error = notYet.error();
      int status = error == DeviceException.Error.TEMPORARILY_UNAVAILABLE ? 503 : 400;
      OAuthError.send(context, status, error.wireName(), String.valueOf(notYet.getMessage()));
    }
  }

  private static String json(DeviceSignIn begun) {
    String pageWithCode =
        begun
            .pageWithCode()
            .map(page -> "\"verification_uri_complete\":\"" + page.toASCIIString() + "\",")
            .orElse("");
    return """
        {"device_code":"%s","user_code":"%s","verification_uri":"%s",%s\
        "expires_in":%d,"interval":%d}
        """
        .formatted(
            begun.deviceCode(),
            begun.userCode(),
            begun.page().toASCIIString(),
            pageWithCode,
            begun.life().toSeconds(),
            begun.interval().toSeconds());
  }

  private static String json(Session session) {
    return "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_at\":\"%s\"}"
        .formatted(session.token(), session.expiresAt());
  }

  private static String field(Context context, String name) {
    String text = context.formParam(name);
    return text == null ? "" : text;
  }
}

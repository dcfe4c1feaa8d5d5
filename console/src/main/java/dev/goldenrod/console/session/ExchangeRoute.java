package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.oidc.SingleSignOn;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The exchange of an issuer's token for one of this server, as RFC 8693 describes it. */
public record ExchangeRoute(SingleSignOn signOn) {
  private static final String PATH = "/sign-in/token-exchange";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String TYPES = "urn:ietf:params:oauth:token-type:";
  private static final Set<String> SUBJECT_TYPES =
      Set.of(TYPES + "jwt", TYPES + "id_token", TYPES + "access_token");

  public void addTo(PageTable pages) {
    pages.postOAuth(PATH, this::exchange);
  }

  private void exchange(Context context) {
    if (!GRANT.equals(context.formParam("grant_type"))) {
      refuse(context, "unsupported_grant_type", "grant_type must be " + GRANT);
    } else if (!SUBJECT_TYPES.contains(String.valueOf(context.formParam("subject_token_type")))) {
      refuse(context, "invalid_request", "subject_token_type must be " + TYPES + "jwt");
    } else {
      exchangeToken(context, String.valueOf(context.formParam("subject_token")));
    }
  }

  private void exchangeToken(Context context, String token) {
    try {
      context.status(200).result(response(signOn.exchange(token)));
    } catch (ControlPlaneException refused) {
      String reason = String.valueOf(refused.getMessage());
      if (refused.code() == ErrorCode.SIGN_IN_UNAVAILABLE) {
        OAuthError.send(context, 503, "temporarily_unavailable", reason);
      } else {
        refuse(context, "invalid_request", reason);
      }
    }
  }

  private static String response(Tokens.Created created) {
    Instant end = created.token().expiresAt();
    long seconds = end == null ? 0 : Duration.between(created.token().createdAt(), end).toSeconds();
    return """
        {"access_token":"%s","issued_token_type":"%saccess_token","token_type":"Bearer",\
        "expires_in":%d,"scope":"%s"}
        """
        .formatted(created.secret(), TYPES, seconds, created.token().scopes().text());
  }

  private static void refuse(Context context, String error, String reason) {
    OAuthError.send(context, 400, error, reason);
  }
}

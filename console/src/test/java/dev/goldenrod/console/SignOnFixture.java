package dev.goldenrod.console;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Invites;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.ProgramGrant;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.oidc.IssuerSettings;
import dev.goldenrod.oidc.SingleSignOn;
import dev.goldenrod.oidc.TokenExchange;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A console whose members sign in at an issuer. */
final class SignOnFixture implements AutoCloseable {
  static final String ID = "corp";
  static final String OTHER = "partner";
  static final String PASSWORD = "correct horse battery";
  static final String AUDIENCE = "https://goldenrod.example";
  private static final String DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  private static final Pattern NEXT = Pattern.compile("content=\"0; url=([^\"]+)\"");

  final MutableClock clock = new MutableClock();
  final ControlPlane control;
  final SingleSignOn signOn;
  final URI address;
  private final Console console;
  private final HttpApi api;

  SignOnFixture(URI issuer, String clientId, String clientSecret, String groupsClaim) {
    this(List.of(issuer(ID, issuer, clientId, clientSecret, groupsClaim)));
  }

  /** Serves a console of two test issuers. */
  SignOnFixture(URI issuer, URI other) {
    this(
        List.of(
            issuer(ID, issuer, TestIssuer.CLIENT, TestIssuer.SECRET, "groups"),
            issuer(OTHER, other, TestIssuer.CLIENT, TestIssuer.SECRET, "groups")));
  }

  private SignOnFixture(List<IssuerSettings> issuers) {
    control =
        ControlPlane.builder()
            .store(new InMemoryStore())
            .clock(clock)
            .passwordIterations(1_000)
            .build();
    int port = freePort();
    address = URI.create("http://127.0.0.1:" + port);
    signOn = new SingleSignOn(control, address, issuers);
    console = new Console(control, "1.2.3", Optional.of(signOn));
    api = HttpApi.create(control, HttpOptions.defaults(), console::addTo).start("127.0.0.1", port);
  }

  private static IssuerSettings issuer(
      String id, URI url, String clientId, String clientSecret, String groupsClaim) {
    return new IssuerSettings(
        id,
        "Example & Sons",
        url,
        clientId,
        clientSecret,
        List.of("email", "profile"),
        groupsClaim,
        rules(),
        Optional.of(exchange()));
  }

  private static MembershipRules rules() {
    return new MembershipRules(
        Set.of("example.com"),
        Set.of(),
        Map.of("dba", Role.OPERATOR),
        Optional.of(Role.USER),
        true,
        "it@example.com");
  }

  private static TokenExchange exchange() {
    ProgramGrant grant =
        new ProgramGrant("ci@example.com", Scopes.of(List.of("read")), Duration.ofMinutes(15));
    return new TokenExchange(
        AUDIENCE,
        List.of(
            new TokenExchange.Rule(Map.of("repository", "acme/shop", "ref", "refs/heads/*"), grant),
            new TokenExchange.Rule(Map.of("azp", "job"), grant)));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Adds a member who can sign in with {@link #PASSWORD}. */
  void addMember(String email) {
    Invites.Created invite = control.invites().create(control.admin(), email, Role.USER, 0);
    control.invites().accept(new Invites.Accept(invite.secret(), PASSWORD, "Ann"));
  }

  /** Follows a browser to the issuer and back, and returns the last page. */
  HttpResponse<String> signIn(PlainBrowser browser, String next) {
    return browser.get(atIssuer(browser, next));
  }

  /** Signs in at an issuer, and returns the browser with the session. */
  PlainBrowser signInAt(String issuerId) {
    PlainBrowser browser = new PlainBrowser(address);
    String page = location(browser.get("/sign-in/oidc/" + issuerId));
    browser.get(location(browser.get(page)));
    return browser;
  }

  /** Returns the address that the issuer sends the browser back to. */
  String atIssuer(PlainBrowser browser, String next) {
    return location(browser.get(location(browser.get("/sign-in/oidc/" + ID + "?next=" + next))));
  }

  /** Begins a sign-in of a program without a browser. */
  static HttpResponse<String> beginAtDevice(PlainBrowser program, String... fields) {
    return program.send("/sign-in/device", fields);
  }

  /** Asks for the result of a program's sign-in. */
  static HttpResponse<String> completeAtDevice(PlainBrowser program, String deviceCode) {
    return program.send(
        "/sign-in/device/token", "grant_type", DEVICE_GRANT, "device_code", deviceCode);
  }

  /** Returns the text of a field of an object in JSON. */
  static String field(HttpResponse<String> response, String name) {
    try {
      return JSONObjectUtils.getString(JSONObjectUtils.parse(response.body()), name);
    } catch (ParseException e) {
      throw new AssertionError(response.body(), e);
    }
  }

  static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElseThrow();
  }

  /** Returns the path that the page leads on to by itself. */
  static String next(HttpResponse<String> page) {
    Matcher next = NEXT.matcher(page.body());
    if (!next.find()) {
      throw new AssertionError("the page does not lead on: " + page.body());
    }
    return next.group(1);
  }

  @Override
  public void close() {
    signOn.close();
    console.close();
    api.close();
    control.close();
  }
}

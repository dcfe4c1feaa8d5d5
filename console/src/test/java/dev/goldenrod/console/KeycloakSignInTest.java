package dev.goldenrod.console;

import static dev.goldenrod.console.SignOnFixture.location;
import static dev.goldenrod.console.SignOnFixture.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.Members;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signs in at a real Keycloak, through the pages that people see. */
@Tag("slow")
class KeycloakSignInTest {
  private static final Pattern FORM = Pattern.compile("<form[^>]*action=\"([^\"]+)\"");
  private static final Pattern CONSENT = Pattern.compile("name=\"code\" value=\"([^\"]+)\"");
  private static final Pattern ADDRESS = Pattern.compile("or open (\\S+)");

  @TempDir private static Path folder;
  private static KeycloakServer keycloak;

  private SignOnFixture server;
  private PlainBrowser browser;

  @BeforeAll
  static void startKeycloak() {
    keycloak = new KeycloakServer(folder);
  }

  @AfterAll
  static void stopKeycloak() {
    if (keycloak != null) {
      keycloak.close();
    }
  }

  @BeforeEach
  void serve() {
    server =
        new SignOnFixture(
            keycloak.issuer(), KeycloakServer.CLIENT, KeycloakServer.SECRET, "groups");
    browser = new PlainBrowser(server.address);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_browser_signs_in_and_loses_its_session_when_the_account_is_disabled_there() {
    HttpResponse<String> done = signIn("ann", "ann's password");

    assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
    assertThat(next(done)).isEqualTo("/goldens");
    assertThat(browser.get("/goldens").body()).contains("ann@example.com");
    User ann = ann();
    assertThat(ann.role()).isEqualTo(Role.OPERATOR);
    assertThat(ann.displayName()).isEqualTo("Ann Example");

    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();
    server.clock.advance(Duration.ofMinutes(4));
    assertThat(browser.get("/goldens").statusCode()).isEqualTo(200);

    keycloak.disable("ann");
    server.signOn.renewDue();

    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");
  }

  @Test
  void an_address_that_keycloak_has_not_verified_is_refused() {
    HttpResponse<String> refused = signIn("eve", "eve's password");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body())
        .contains("The issuer has not verified that eve@example.com is your address");
  }

  @Test
  void a_wrong_password_stays_on_the_page_of_keycloak() {
    HttpResponse<String> refused = atKeycloak("ann", "wrong");

    assertThat(refused.statusCode()).isEqualTo(200);
    assertThat(refused.body()).contains("Invalid username or password");
    assertThat(browser.get("/").statusCode()).isEqualTo(303);
  }

  @Test
  void a_program_with_client_credentials_exchanges_its_token() {
    server
        .control
        .members()
        .add(server.control.admin(), new Members.Add("ci@example.com", "", Role.USER));

    HttpResponse<String> exchanged =
        browser.post(
            "/sign-in/token-exchange",
            "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:access_token"
                + "&subject_token="
                + keycloak.tokenOfProgram());

    assertThat(exchanged.statusCode()).as(exchanged.body()).isEqualTo(200);
    assertThat(exchanged.body()).contains("grt_");
  }

  @Test
  void the_command_line_logs_in_by_a_code_that_is_approved_on_pages_of_keycloak(
      @TempDir Path home) {
    CommandLineUser bob = new CommandLineUser(home);
    CompletableFuture<Integer> login =
        CompletableFuture.supplyAsync(() -> bob.type("login", server.address.toString(), "--sso"));
    await("the command prints an address").until(() -> bob.err().contains("\nwaiting"));
    Matcher address = ADDRESS.matcher(bob.err());
    assertThat(address.find()).as(bob.err()).isTrue();

    approve(address.group(1));

    assertThat(login.join()).as(bob.err()).isZero();
    assertThat(bob.type("whoami", "-o", "name")).as(bob.err()).isZero();
    assertThat(bob.out()).isEqualTo("bob@example.com\n");
    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();
    server.clock.advance(Duration.ofMinutes(4));
    assertThat(bob.type("whoami")).as(bob.err()).isZero();
  }

  @Test
  void keycloak_refuses_the_command_line_unless_the_client_has_the_device_grant(
      @TempDir Path home) {
    try (SignOnFixture other =
        new SignOnFixture(keycloak.issuer(), "job", "5e2f8c1b7d904a36", "groups")) {
      CommandLineUser bob = new CommandLineUser(home);

      assertThat(bob.type("login", other.address.toString(), "--sso")).isEqualTo(1);
      assertThat(bob.err()).contains("create a token in the console", "--token-stdin < FILE");
    }
  }

  /** Signs in as Bob on the page that knows the code, and grants access on the next one. */
  private void approve(String address) {
    HttpResponse<String> signIn = followed(browser.get(address));
    HttpResponse<String> consent =
        followed(submit(signIn, "username", "bob", "password", "bob's password"));
    Matcher code = CONSENT.matcher(consent.body());
    assertThat(code.find()).as(consent.body()).isTrue();
    HttpResponse<String> done = followed(submit(consent, "code", code.group(1), "accept", "Yes"));
    assertThat(done.body()).contains("Device Login Successful");
  }

  private HttpResponse<String> followed(HttpResponse<String> response) {
    HttpResponse<String> last = response;
    while (last.statusCode() / 100 == 3) {
      last = browser.get(location(last));
    }
    assertThat(last.statusCode()).as(last.body()).isEqualTo(200);
    return last;
  }

  private HttpResponse<String> submit(HttpResponse<String> page, String... fields) {
    Matcher form = FORM.matcher(page.body());
    assertThat(form.find()).as(page.body()).isTrue();
    URI target = keycloak.issuer().resolve(form.group(1).replace("&amp;", "&"));
    return browser.send(target.toString(), fields);
  }

  private HttpResponse<String> signIn(String name, String password) {
    HttpResponse<String> back = atKeycloak(name, password);
    assertThat(back.statusCode()).as(back.body()).isEqualTo(302);
    return browser.get(location(back));
  }

  private HttpResponse<String> atKeycloak(String name, String password) {
    String page = browser.get(location(browser.get("/sign-in/oidc/corp?next=/goldens"))).body();
    Matcher form = FORM.matcher(page);
    assertThat(form.find()).as(page).isTrue();
    return browser.post(
        form.group(1).replace("&amp;", "&"),
        "username=%s&password=%s"
            .formatted(name, URLEncoder.encode(password, StandardCharsets.UTF_8)));
  }

  private User ann() {
    return server.control.members().list(server.control.admin()).stream()
        .filter(user -> user.email().equals("ann@example.com"))
        .findFirst()
        .orElseThrow();
  }
}

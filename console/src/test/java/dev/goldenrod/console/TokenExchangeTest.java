package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.goldenrod.control.Members;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scope;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges tokens of a build server's jobs. */
class TokenExchangeTest {
  private static final String PATH = "/sign-in/token-exchange";

  private final TestIssuer issuer = new TestIssuer();
  private final SignOnFixture server =
      new SignOnFixture(issuer.url(), TestIssuer.CLIENT, TestIssuer.SECRET, "groups");
  private final PlainBrowser client = new PlainBrowser(server.address);
  private User ci;

  @BeforeEach
  void addMember() {
    ci =
        server
            .control
            .members()
            .add(server.control.admin(), new Members.Add("ci@example.com", "", Role.USER));
  }

  @AfterEach
  void close() {
    server.close();
    issuer.close();
  }

  @Test
  void a_job_gets_a_short_token_of_the_scopes_of_its_rule() throws JOSEException {
    HttpResponse<String> exchanged = exchange(issuer.signed(job().build()));

    assertThat(exchanged.statusCode()).as(exchanged.body()).isEqualTo(200);
    assertThat(exchanged.body())
        .contains("\"token_type\":\"Bearer\"", "\"expires_in\":900", "\"scope\":\"read\"");
    String token = exchanged.body().replaceFirst("(?s).*\"access_token\":\"([^\"]+)\".*", "$1");
    Actor actor = server.control.members().authenticate(token);
    assertThat(actor.userId()).isEqualTo(ci.id());
    assertThat(actor.scopes().granted()).extracting(Scope::text).containsExactly("read");
    server.clock.advance(Duration.ofMinutes(15));
    assertThat(client.get("/v1/auth/me", "Authorization", "Bearer " + token).statusCode())
        .isEqualTo(401);
  }

  static List<TestIssuer.Lie> lies() {
    Instant now = Instant.now();
    return List.of(
        claims -> claims.audience(TestIssuer.CLIENT),
        claims -> claims.issuer("https://evil.example"),
        claims -> claims.expirationTime(Date.from(now.minusSeconds(90))),
        claims -> claims.expirationTime(null),
        claims -> claims.expirationTime(Date.from(now.plus(Duration.ofHours(25)))),
        claims -> claims.issueTime(Date.from(now.plusSeconds(150))),
        claims -> claims.subject(""),
        claims -> claims.subject("a\0b"),
        claims -> claims.subject("x".repeat(1001)),
        claims -> claims.claim("sub", 7),
        claims -> claims.notBeforeTime(Date.from(now.plusSeconds(150))),
        claims -> claims.claim("repository", "evil/shop"),
        claims -> claims.claim("repository", List.of("acme/shop")),
        claims -> claims.claim("ref", "refs/tags/1"),
        claims -> claims.claim("ref", null));
  }

  @ParameterizedTest
  @MethodSource("lies")
  void a_token_with_a_wrong_claim_is_refused(TestIssuer.Lie lie) throws JOSEException {
    JWTClaimsSet.Builder claims = job();
    lie.change(claims);

    assertRefused(exchange(issuer.signed(claims.build())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"JWT", "at+jwt", "application/at+jwt"})
  void an_access_token_is_exchanged_and_a_token_of_another_type_is_not(String type)
      throws JOSEException {
    assertThat(exchange(issuer.typed(type, job().build())).statusCode()).isEqualTo(200);
    assertRefused(exchange(issuer.typed("logout+jwt", job().build())));
  }

  @Test
  void a_token_that_the_issuer_did_not_sign_is_refused() throws JOSEException {
    assertRefused(exchange(new PlainJWT(job().build()).serialize()));
    assertRefused(exchange(TestIssuer.signed(job().build(), TestIssuer.newKey())));
    assertRefused(exchange("no token"));
    assertRefused(exchange(""));
  }

  @Test
  void a_job_of_a_disabled_member_is_refused() throws JOSEException {
    server.control.members().changeStatus(server.control.admin(), ci.id(), UserStatus.DISABLED);

    assertRefused(exchange(issuer.signed(job().build())));
  }

  @Test
  void other_grants_are_refused() {
    assertThat(client.send(PATH, "grant_type", "password").body())
        .contains("unsupported_grant_type");
  }

  private JWTClaimsSet.Builder job() {
    Instant now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(issuer.url().toString())
        .subject("repo:acme/shop:ref:refs/heads/main")
        .audience(SignOnFixture.AUDIENCE)
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)))
        .claim("repository", "acme/shop")
        .claim("ref", "refs/heads/main");
  }

  private HttpResponse<String> exchange(String token) {
    return client.post(
        PATH,
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
            + "&subject_token_type=urn:ietf:params:oauth:token-type:jwt&subject_token="
            + URLEncoder.encode(token, StandardCharsets.UTF_8));
  }

  private static void assertRefused(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.body()).contains("\"error\":\"invalid_request\"").doesNotContain("grt_");
  }
}

package dev.goldenrod.console;

import static dev.goldenrod.console.SignOnFixture.location;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Signs in with ID tokens that lie. All tests share a server, because each is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileIssuerTest {
  private final TestIssuer issuer = new TestIssuer();
  private final SignOnFixture server =
      new SignOnFixture(issuer.url(), TestIssuer.CLIENT, TestIssuer.SECRET, "groups");

  @AfterEach
  void beHonest() {
    issuer.lie = claims -> {};
    issuer.forgery = issuer::signed;
  }

  @AfterAll
  void close() {
    server.close();
    issuer.close();
  }

  static List<TestIssuer.Lie> lies() {
    Instant now = Instant.now();
    return List.of(
        claims -> claims.audience("another client"),
        claims -> claims.audience(List.of()),
        claims -> claims.audience(List.of(TestIssuer.CLIENT, "other")).claim("azp", "other"),
        claims -> claims.audience(List.of(TestIssuer.CLIENT, "other")),
        claims -> claims.issuer("https://evil.example"),
        claims -> claims.expirationTime(Date.from(now.minusSeconds(90))),
        claims -> claims.expirationTime(null),
        claims -> claims.issueTime(Date.from(now.plusSeconds(150))),
        claims -> claims.notBeforeTime(Date.from(now.plusSeconds(150))),
        claims -> claims.subject(null),
        claims -> claims.subject(""),
        claims -> claims.subject(" "),
        claims -> claims.subject("a\0b"),
        claims -> claims.subject("x".repeat(256)),
        claims -> claims.claim("sub", 7));
  }

  static List<TestIssuer.Lie> nonces() {
    return List.of(
        claims -> claims.claim("nonce", "replayed"), claims -> claims.claim("nonce", null));
  }

  @ParameterizedTest
  @MethodSource({"lies", "nonces"})
  void a_token_with_a_wrong_claim_is_refused(TestIssuer.Lie lie) {
    issuer.lie = lie;

    assertRefused();
  }

  static List<Function<TestIssuer, TestIssuer.Forgery>> forgeries() {
    List<Function<TestIssuer, TestIssuer.Forgery>> all = new ArrayList<>();
    all.add(issuer -> claims -> new PlainJWT(claims).serialize());
    all.add(issuer -> claims -> hmac(issuer, claims, publicKeyText(issuer)));
    all.add(
        issuer ->
            claims -> hmac(issuer, claims, TestIssuer.SECRET.getBytes(StandardCharsets.UTF_8)));
    all.add(issuer -> claims -> TestIssuer.signed(claims, TestIssuer.newKey()));
    all.add(
        issuer ->
            claims ->
                TestIssuer.signed(
                    claims,
                    new ECKey.Builder(TestIssuer.newKey()).keyID(issuer.key.getKeyID()).build()));
    all.add(issuer -> claims -> issuer.signed(claims) + "x");
    return all;
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void a_token_that_the_issuer_did_not_sign_is_refused(
      Function<TestIssuer, TestIssuer.Forgery> forgery) {
    issuer.forgery = forgery.apply(issuer);

    assertRefused();
  }

  @Test
  void a_response_without_a_readable_token_is_no_answer() {
    issuer.forgery = claims -> "no token";

    assertThat(server.signIn(new PlainBrowser(server.address), "/").statusCode()).isEqualTo(503);
  }

  private void assertRefused() {
    PlainBrowser browser = new PlainBrowser(server.address);
    HttpResponse<String> response = server.signIn(browser, "/");
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).contains("The answer of Example &amp; Sons is not valid");
    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");
  }

  private static byte[] publicKeyText(TestIssuer issuer) throws JOSEException {
    return issuer.key.toECPublicKey().getEncoded();
  }

  private static String hmac(TestIssuer issuer, JWTClaimsSet claims, byte[] secret)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(issuer.key.getKeyID()).build(), claims);
    token.sign(new MACSigner(secret));
    return token.serialize();
  }
}

package dev.goldenrod.console;

import static dev.goldenrod.console.SignOnFixture.beginAtDevice;
import static dev.goldenrod.console.SignOnFixture.completeAtDevice;
import static dev.goldenrod.console.SignOnFixture.field;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Signs in programs at an issuer that refuses, answers nonsense, or sends the ID tokens of {@link
 * HostileIssuerTest}. All tests share a server, because none gets a session.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileDeviceSignInTest {
  private static final String OTHERS = "dev.goldenrod.console.HostileIssuerTest#";

  private final TestIssuer issuer = new TestIssuer();
  private final SignOnFixture server =
      new SignOnFixture(issuer.url(), TestIssuer.CLIENT, TestIssuer.SECRET, "groups");
  private final PlainBrowser program = new PlainBrowser(server.address);

  @BeforeEach
  void letEveryoneSignIn() {
    issuer.deviceState = "";
  }

  @AfterEach
  void beHonest() {
    issuer.lie = claims -> {};
    issuer.forgery = issuer::signed;
    issuer.deviceResponse = TestIssuer.DEVICE_RESPONSE;
  }

  @AfterAll
  void close() {
    server.close();
    issuer.close();
  }

  @ParameterizedTest
  @MethodSource(OTHERS + "lies")
  void a_token_with_a_wrong_claim_is_refused(TestIssuer.Lie lie) {
    issuer.lie = lie;

    assertTokenRefused();
  }

  @ParameterizedTest
  @MethodSource(OTHERS + "forgeries")
  void a_token_that_the_issuer_did_not_sign_is_refused(
      Function<TestIssuer, TestIssuer.Forgery> forgery) {
    issuer.forgery = forgery.apply(issuer);

    assertTokenRefused();
  }

  private void assertTokenRefused() {
    String code = field(beginAtDevice(program), "device_code");

    HttpResponse<String> response = completeAtDevice(program, code);

    assertRefused("access_denied", response);
    assertThat(response.body()).contains("the answer of Example & Sons is not valid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"authorization_pending", "slow_down", "expired_token", "access_denied"})
  void the_program_gets_the_errors_of_the_grant(String error) {
    String code = field(beginAtDevice(program), "device_code");
    issuer.deviceState = error;

    assertRefused(error, completeAtDevice(program, code));
  }

  private static void assertRefused(String error, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(field(response, "error")).isEqualTo(error);
    assertThat(response.body()).doesNotContain("grt_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "no JSON",
        "{\"device_code\":\"%2$s\",\"user_code\":\"A\\\"B\",\"verification_uri\":\"%1$s/\",\"expires_in\":60}",
        "{\"device_code\":\"%2$s\",\"user_code\":\"A\\nB\",\"verification_uri\":\"%1$s/\",\"expires_in\":60}",
        "{\"device_code\":\"%2$s\",\"user_code\":\"AB\",\"verification_uri\":\"javascript:x\",\"expires_in\":60}",
        "{\"device_code\":\"%2$s\",\"user_code\":\"AB\",\"verification_uri\":\"http://evil.example\",\"expires_in\":60}",
        "{\"device_code\":\"%2$s\",\"user_code\":\"AB\",\"verification_uri\":\"%1$s/\",\"expires_in\":-1}",
        "{\"device_code\":\"%2$s\",\"user_code\":\"AB\",\"verification_uri\":\"%1$s/\",\"expires_in\":60,\"interval\":61}"
      })
  void a_response_that_cannot_be_shown_is_refused(String response) {
    issuer.deviceResponse = response;

    assertUnavailable();
  }

  @Test
  void a_life_without_end_is_one_hour() {
    issuer.deviceResponse = TestIssuer.DEVICE_RESPONSE.replace(":60,", ":1000000000000000,");

    assertThat(beginAtDevice(program).body()).contains("\"expires_in\":3600,");
  }

  @Test
  void a_huge_response_is_refused() {
    String huge = "x".repeat(300_000);
    issuer.deviceResponse = issuer.deviceResponse.replace("WDJB", huge);
    assertUnavailable();

    issuer.deviceResponse =
        "{\"device_code\":\"%s\",\"user_code\":\"AB\",\"verification_uri\":\"%s\",\"expires_in\":60}"
            .formatted("x".repeat(5000), issuer.url());
    assertUnavailable();
  }

  private void assertUnavailable() {
    HttpResponse<String> answer = beginAtDevice(program);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(field(answer, "error")).isEqualTo("temporarily_unavailable");
  }
}

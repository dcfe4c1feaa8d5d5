package dev.goldenrod.console;

import static dev.goldenrod.console.SignOnFixture.beginAtDevice;
import static dev.goldenrod.console.SignOnFixture.completeAtDevice;
import static dev.goldenrod.console.SignOnFixture.field;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.UserStatus;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signs in programs without a browser; {@link HostileDeviceSignInTest} has the wrong answers. */
class DeviceSignInTest {
  private final TestIssuer issuer = new TestIssuer();
  private final SignOnFixture server = serve(TestIssuer.SECRET);
  private final PlainBrowser program = new PlainBrowser(server.address);

  private SignOnFixture serve(String secret) {
    return new SignOnFixture(issuer.url(), TestIssuer.CLIENT, secret, "groups");
  }

  @AfterEach
  void close() {
    server.close();
    issuer.close();
  }

  @Test
  void a_program_shows_where_to_sign_in_and_gets_a_session_once_the_person_has() {
    HttpResponse<String> begun = beginAtDevice(program, "issuer", SignOnFixture.ID);

    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
    assertThat(begun.body())
        .contains(
            "\"user_code\":\"WDJB-MJHT\"",
            "\"verification_uri\":\"" + issuer.url() + "/device\"",
            "\"verification_uri_complete\":\"" + issuer.url() + "/device?user_code=WDJB-MJHT\"",
            "\"expires_in\":60",
            "\"interval\":1");
    String code = field(begun, "device_code");
    assertRefused("authorization_pending", completeAtDevice(program, code));

    assertRefused("slow_down", completeAtDevice(program, code));
    assertThat(issuer.deviceQuestions).hasValue(1);

    issuer.deviceState = "";
    HttpResponse<String> done = completeAfterInterval(code);

    assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
    assertThat(done.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(me(field(done, "access_token")).body()).contains("ann@example.com");
  }

  private HttpResponse<String> completeAfterInterval(String code) {
    HttpResponse<String> answer = completeAtDevice(program, code);
    while (answer.body().contains("\"slow_down\"")) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      answer = completeAtDevice(program, code);
    }
    return answer;
  }

  @Test
  void a_token_that_was_created_in_the_session_ends_when_the_account_ends_at_the_issuer() {
    String session = field(signIn(), "access_token");
    String token =
        server
            .control
            .tokens()
            .create(server.control.members().authenticate(session), "goldenrod login", 0, session)
            .secret();
    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();
    server.clock.advance(Duration.ofMinutes(4));
    assertThat(me(token).statusCode()).isEqualTo(200);

    issuer.refreshFailure = "invalid_grant";
    server.signOn.renewDue();

    assertThat(me(token).statusCode()).isEqualTo(401);
    assertThat(me(session).statusCode()).isEqualTo(401);
  }

  @Test
  void a_used_code_is_refused() {
    String code = field(beginAtDevice(program), "device_code");
    issuer.deviceState = "";
    completeAtDevice(program, code);

    assertRefused("invalid_grant", completeAtDevice(program, code));
  }

  @Test
  void only_codes_of_this_server_lead_to_a_question_to_the_issuer() {
    String code = field(beginAtDevice(program), "device_code");
    List<String> others =
        List.of(
            "",
            "corp",
            "corp.",
            "none",
            code.substring(5),
            "other" + code.substring(4),
            code + "A");
    try (SignOnFixture sameClient = serve("another secret")) {
      others.forEach(other -> assertRefused("invalid_grant", completeAtDevice(program, other)));
      assertRefused("invalid_grant", completeAtDevice(new PlainBrowser(sameClient.address), code));
    }

    assertThat(issuer.deviceQuestions).hasValue(0);
  }

  @Test
  void an_account_that_may_not_be_a_member_reads_whom_to_ask() {
    issuer.email = "eve@else.example";

    HttpResponse<String> refused = signIn();

    assertRefused("access_denied", refused);
    assertThat(refused.body()).contains("no member has the address eve@else.example; ask");
  }

  @Test
  void a_disabled_member_is_refused() {
    String session = field(signIn(), "access_token");
    server
        .control
        .members()
        .changeStatus(
            server.control.admin(),
            server.control.members().authenticate(session).userId(),
            UserStatus.DISABLED);

    assertRefused("access_denied", signIn());
  }

  @Test
  void an_issuer_that_does_not_offer_the_grant_is_named_with_the_way_out() {
    issuer.deviceRefusal = "unauthorized_client";
    assertNotOffered(beginAtDevice(program));
  }

  @Test
  void an_issuer_without_a_device_endpoint_is_named_with_the_way_out() {
    issuer.hasDeviceEndpoint = false;
    assertNotOffered(beginAtDevice(program));
  }

  private static void assertNotOffered(HttpResponse<String> response) {
    assertRefused("unauthorized_client", response);
    assertThat(response.body()).contains("Example & Sons", "create a token in the console");
  }

  @Test
  void an_unknown_issuer_and_another_grant_are_refused() {
    HttpResponse<String> unknown = beginAtDevice(program, "issuer", "none\"");
    assertRefused("invalid_request", unknown);
    assertThat(field(unknown, "error_description"))
        .isEqualTo("the server has no issuer 'none_', but corp");
    assertRefused(
        "unsupported_grant_type",
        program.send("/sign-in/device/token", "grant_type", "password", "device_code", "corp.x"));
  }

  @Test
  void an_issuer_that_is_away_may_be_asked_again() {
    String code = field(beginAtDevice(program), "device_code");
    issuer.close();

    HttpResponse<String> answer = completeAtDevice(program, code);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(field(answer, "error")).isEqualTo("temporarily_unavailable");
  }

  private HttpResponse<String> signIn() {
    String code = field(beginAtDevice(program), "device_code");
    issuer.deviceState = "";
    return completeAtDevice(program, code);
  }

  private HttpResponse<String> me(String token) {
    return program.get("/v1/auth/me", "Authorization", "Bearer " + token);
  }

  private static void assertRefused(String error, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(field(response, "error")).isEqualTo(error);
    assertThat(response.body()).doesNotContain("grt_");
  }
}

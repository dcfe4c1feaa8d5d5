package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.PASSWORD;
import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginAttemptsTest {
  private static final int MOST = 10;

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;

  @AfterEach
  void close() {
    fixture.close();
  }

  private ErrorCode login(String email, String password) {
    return catchThrowableOfType(
            ControlPlaneException.class, () -> control.sessions().login(email, password))
        .code();
  }

  private List<AuditEvent> failures() {
    return control.auditLog().list(fixture.admin, 1000, null).stream()
        .filter(event -> event.action().equals("login.failed"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev@example.com", "nobody@example.com"})
  void after_ten_failed_logins_an_address_is_refused_for_a_quarter_of_an_hour(String address) {
    fixture.member("dev@example.com", Role.USER);
    fixture.member("other@example.com", Role.USER);
    for (int i = 0; i < MOST; i++) {
      assertThat(login(address.toUpperCase(), "wrong")).isEqualTo(ErrorCode.INVALID_CREDENTIALS);
      fixture.clock.advance(Duration.ofSeconds(1));
    }

    ControlPlaneException refused =
        catchThrowableOfType(
            ControlPlaneException.class, () -> control.sessions().login(address, PASSWORD));
    assertThat(refused.code()).isEqualTo(ErrorCode.TOO_MANY_ATTEMPTS);
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes(15).minusSeconds(MOST));
    assertThat(control.sessions().login("other@example.com", PASSWORD)).isNotNull();
    assertThat(failures()).hasSize(MOST).extracting(AuditEvent::target).containsOnly(address);
    assertThat(failures()).extracting(AuditEvent::actorId).containsOnlyNulls();

    fixture.clock.advance(refused.retryAfter());
    if (address.startsWith("dev")) {
      assertThat(control.sessions().login(address, PASSWORD)).isNotNull();
    } else {
      assertThat(login(address, PASSWORD)).isEqualTo(ErrorCode.INVALID_CREDENTIALS);
    }
  }

  @Test
  void guesses_at_the_same_time_are_no_more_than_ten() {
    fixture.member("dev@example.com", Role.USER);
    ExecutorService threads = Executors.newFixedThreadPool(MOST + 4);

    List<CompletableFuture<ErrorCode>> guesses =
        IntStream.range(0, MOST + 4)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> guess(i), threads))
            .toList();
    List<ErrorCode> answers = guesses.stream().map(CompletableFuture::join).toList();
    threads.shutdown();

    assertThat(Collections.frequency(answers, ErrorCode.INVALID_CREDENTIALS)).isEqualTo(MOST);
    assertThat(Collections.frequency(answers, ErrorCode.TOO_MANY_ATTEMPTS)).isEqualTo(4);
    assertThat(failures()).hasSize(MOST);
  }

  private ErrorCode guess(int number) {
    return login("dev@example.com", "guess number " + number);
  }

  @Test
  void a_session_may_guess_the_present_password_no_more_often_than_a_stranger() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Sessions.ChangeProfile wrong =
        new Sessions.ChangeProfile(null, "another long password", "wrong");
    for (int i = 0; i < MOST; i++) {
      assertRefused(ErrorCode.INVALID_INPUT, () -> control.sessions().changeProfile(dev, wrong));
    }

    Sessions.ChangeProfile right =
        new Sessions.ChangeProfile(null, "another long password", PASSWORD);
    assertRefused(ErrorCode.TOO_MANY_ATTEMPTS, () -> control.sessions().changeProfile(dev, right));
    assertThat(failures()).extracting(AuditEvent::actorId).containsOnly(dev.userId());
  }

  @Test
  void what_is_no_address_may_be_a_password_and_is_counted_without_being_told() {
    for (int i = 0; i < MOST; i++) {
      assertThat(login("correct horse battery", "")).isEqualTo(ErrorCode.INVALID_CREDENTIALS);
    }

    assertThat(login("correct horse battery", "")).isEqualTo(ErrorCode.TOO_MANY_ATTEMPTS);
    assertThat(failures())
        .extracting(AuditEvent::target)
        .allMatch(target -> target.matches("no-address/[0-9a-f]{4}"));
  }

  @Test
  void addresses_longer_than_any_are_counted_by_their_beginning() {
    String address = "é".repeat(5_000) + "@example.com";
    assertThat(login(address, "wrong")).isEqualTo(ErrorCode.INVALID_CREDENTIALS);

    assertThat(failures()).extracting(AuditEvent::target).containsExactly("é".repeat(254));
  }
}

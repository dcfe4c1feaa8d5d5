package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renews sign-ins of which some fail at the issuer. */
class RenewalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TestIssuer issuer = new TestIssuer();
  private final TestIssuer other = new TestIssuer();
  private final SignOnFixture server = new SignOnFixture(issuer.url(), other.url());

  @AfterEach
  void close() {
    server.close();
    issuer.close();
    other.close();
  }

  @Test
  void an_account_that_the_issuer_fails_for_ends_no_other_session() {
    PlainBrowser ann = server.signInAt(SignOnFixture.ID);
    server.clock.advance(Duration.ofSeconds(1));
    issuer.subject = "2";
    issuer.email = "bob@example.com";
    PlainBrowser bob = server.signInAt(SignOnFixture.ID);
    issuer.failingSubjects.add("1");

    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();
    server.clock.advance(Duration.ofMinutes(4));

    assertThat(bob.get("/").statusCode()).isEqualTo(200);
    assertThat(ann.get("/").statusCode()).isEqualTo(303);
    issuer.failingSubjects.clear();
    server.signOn.renewDue();
    assertThat(ann.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void an_issuer_that_hangs_ends_no_session_at_another() throws InterruptedException {
    server.signInAt(SignOnFixture.ID);
    other.subject = "2";
    other.email = "bob@example.com";
    PlainBrowser bob = server.signInAt(SignOnFixture.OTHER);
    issuer.refreshGate = new CountDownLatch(1);
    server.clock.advance(Duration.ofMinutes(5));
    assertThat(bob.get("/").statusCode()).isEqualTo(303);

    CompletableFuture<Void> renewal = CompletableFuture.runAsync(server.signOn::renewDue);
    try {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (bob.get("/").statusCode() != 200 && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      assertThat(bob.get("/").statusCode()).isEqualTo(200);
      assertThat(renewal).isNotDone();
    } finally {
      issuer.refreshGate.countDown();
      renewal.join();
    }
  }

  @Test
  void an_issuer_that_is_away_is_logged_in_one_line_until_it_is_back() {
    server.signInAt(SignOnFixture.ID);
    issuer.refreshFailure = "server_error";
    server.clock.advance(Duration.ofMinutes(3));

    assertThat(logOf(3))
        .singleElement()
        .asString()
        .contains("Cannot ask Example & Sons about accounts such as 1", "server_error")
        .doesNotContain("{}");
    issuer.refreshFailure = "";
    assertThat(logOf(4)).singleElement().asString().contains("Example & Sons answers");
  }

  /** Returns the lines that a number of renewals logs. */
  private List<String> logOf(int renewals) {
    PrintStream usual = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < renewals; i++) {
        server.signOn.renewDue();
      }
    } finally {
      System.setErr(usual);
    }
    return log.toString(StandardCharsets.UTF_8).lines().toList();
  }
}

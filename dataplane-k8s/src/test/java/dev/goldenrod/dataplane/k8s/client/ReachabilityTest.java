package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class ReachabilityTest {
  private final AtomicInteger questions = new AtomicInteger();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private volatile boolean answers = true;
  private volatile boolean answersOthers;
  private volatile long revision = 100;
  private final Reachability server =
      new Reachability(
          this::ask,
          new Reachability.Reactions() {
            @Override
            public void lost() {
              told.add("lost");
            }

            @Override
            public void restored() {
              told.add("restored");
            }
          },
          new Reachability.Times(
              Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofSeconds(1)));

  private OptionalLong ask() throws IOException {
    questions.incrementAndGet();
    if (answersOthers) {
      server.answered();
    }
    if (!answers) {
      throw new ConnectException("refused");
    }
    return OptionalLong.of(revision);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void an_outage_is_told_of_once_however_often_it_is_noticed_and_ends_with_an_answer() {
    server.start();
    answers = false;
    await().until(() -> server.outage().isPresent());
    assertThat(server.outage()).contains("the Kubernetes API server cannot be reached: refused");

    int before = questions.get();
    await().until(() -> questions.get() > before + 3);
    server.suspect();
    assertThat(told).containsExactly("lost");

    answers = true;
    await().until(() -> server.outage().isEmpty());
  }

  @Test
  void a_server_that_answers_others_is_only_slow() {
    answersOthers = true;
    answers = false;
    server.start();

    await().until(() -> questions.get() > 10);

    assertThat(server.outage()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void numbers_that_begin_again_below_are_of_a_cluster_that_was_restored() {
    server.start();
    await().until(() -> questions.get() > 1);

    revision = 50;
    await().until(() -> !told.isEmpty());
    int before = questions.get();
    await().until(() -> questions.get() > before + 1);

    assertThat(told).containsExactly("restored");
  }
}

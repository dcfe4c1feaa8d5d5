package dev.goldenrod.testkit.control;

import static dev.goldenrod.testkit.control.ControlPlaneContractPart.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of idempotent requests, which are carried out once even if a server fails. */
public abstract class IdempotencyContract extends TwoServersFixture {
  private static final int RACERS = 6;
  private static final int READS_BEFORE_THE_CHANGE = 1;

  private ControlPlane first;
  private ControlPlane second;

  @BeforeEach
  void register() {
    first = server(new FakeDataPlane());
    second = server(new FakeDataPlane());
    register(first, "shop");
  }

  private String launch(ControlPlane server, String key) {
    Instances.Launch command = new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0);
    Idempotency<Instance> request =
        Idempotency.request(key, "launch", made -> made.id().toString());
    return server
        .idempotencyKeys()
        .answer(
            admin,
            request,
            kept -> kept,
            () -> server.instances().launch(admin, command, request).id().toString());
  }

  private List<String> launched() {
    return first.instances().list(admin).stream().map(one -> one.id().toString()).toList();
  }

  @Test
  void a_repetition_on_another_server_gets_the_first_answer() {
    String id = launch(first, "k");

    assertThat(launch(second, "k")).isEqualTo(id);
    assertThat(launched()).containsExactly(id);
  }

  @ParameterizedTest
  @EnumSource
  void a_request_whose_commit_is_uncertain_is_carried_out_once(FailingCommitStore.Outcome outcome) {
    FailingCommitStore store = new FailingCommitStore(stores().get(0));
    try (ControlPlane uncertain = builder(store, new FakeDataPlane()).build()) {
      store.failCommitAfter(READS_BEFORE_THE_CHANGE, outcome);
      assertThatThrownBy(() -> launch(uncertain, "k")).isInstanceOf(StoreException.class);

      String id = launch(uncertain, "k");
      assertThat(launch(second, "k")).isEqualTo(id);
      assertThat(launched()).containsExactly(id);
    }
  }

  @Test
  void of_those_at_the_same_time_one_is_carried_out_and_all_get_its_answer() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    CyclicBarrier start = new CyclicBarrier(RACERS);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      ControlPlane server = i % 2 == 0 ? first : second;
      answers.add(
          threads.submit(
              () -> {
                start.await(2, TimeUnit.MINUTES);
                return launchUntilAnswered(server, "race");
              }));
    }
    for (Future<String> answer : answers) {
      assertThat(answer.get(2, TimeUnit.MINUTES)).isEqualTo(answers.get(0).get());
    }
    threads.shutdown();
    assertThat(launched()).containsExactly(answers.get(0).get());
  }

  private String launchUntilAnswered(ControlPlane server, String key) {
    while (true) {
      try {
        return launch(server, key);
      } catch (ControlPlaneException refused) {
        assertThat(refused.code()).isEqualTo(ErrorCode.REQUEST_IN_PROGRESS);
      }
    }
  }

  @Test
  void a_refused_request_leaves_its_key_free() {
    first.quotas().change(admin, new Quotas.Change(1, 0));
    String running = launch(first, "one");
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> launch(first, "two"));

    first.quotas().change(admin, new Quotas.Change(2, 0));

    assertThat(launch(second, "two")).isNotEqualTo(running);
  }

  @Test
  void an_answer_is_kept_for_a_day() {
    String id = launch(first, "k");
    clock.advance(Duration.ofHours(24));
    assertThat(launch(second, "k")).isEqualTo(id);

    clock.advance(Duration.ofMillis(1));
    assertThat(launch(second, "k")).isNotEqualTo(id);
  }

  /** A store whose connection breaks during a commit, so that the outcome is unknown. */
  static final class FailingCommitStore implements Store {
    /** The actual outcome of a commit whose connection breaks. */
    enum Outcome {
      DONE,
      UNDONE
    }

    private final Store store;
    private Outcome outcome = Outcome.DONE;
    private int transactionsLeft = -1;

    FailingCommitStore(Store store) {
      this.store = store;
    }

    /** Breaks the connection at a commit, after the given number of successful transactions. */
    void failCommitAfter(int transactions, Outcome newOutcome) {
      transactionsLeft = transactions;
      outcome = newOutcome;
    }

    @Override
    public <T> T inTransaction(Function<Transaction, T> work) {
      boolean isFailing = transactionsLeft == 0;
      transactionsLeft--;
      if (!isFailing) {
        return store.inTransaction(work);
      }
      store.inTransaction(
          tx -> {
            T result = work.apply(tx);
            if (outcome == Outcome.UNDONE) {
              throw connectionLost();
            }
            return result;
          });
      throw connectionLost();
    }

    private static StoreException connectionLost() {
      return new StoreException("the connection was lost at the commit");
    }

    @Override
    public void close() {
      store.close();
    }
  }
}

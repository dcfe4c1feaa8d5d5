package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreConflictException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows and helpers of the contract's parts. Each test has its own organization. */
abstract class StoreContractPart {
  static final Instant T0 = Instant.parse("2026-01-31T10:15:30.123Z");
  static final int RACERS = 16;

  final UUID orgId = UUID.randomUUID();

  /** Finds the adapter, which is the enclosing test instance. */
  @RegisterExtension
  final BeforeEachCallback adapterLifecycle =
      context ->
          adapter =
              context.getRequiredTestInstances().findInstance(StoreContract.class).orElseThrow();

  private StoreContract adapter;

  final Store store() {
    return adapter.store();
  }

  /** Opens another store, whose locks are waited for only a short time; the test closes it. */
  final Store impatientStore() {
    return adapter.openImpatient();
  }

  final <T> T in(Function<Transaction, T> work) {
    return store().inTransaction(work);
  }

  /** Asserts that the work fails with a conflict that has a message. */
  final void assertConflict(Consumer<Transaction> work) {
    assertThatThrownBy(() -> store().useTransaction(work))
        .isInstanceOf(StoreConflictException.class)
        .message()
        .isNotBlank();
  }

  // Overloads of assertThat are ambiguous for a generic return type, so each type has a method.

  final <T> Optional<T> one(Function<Transaction, Optional<T>> work) {
    return in(work);
  }

  final <T> List<T> rows(Function<Transaction, List<T>> work) {
    return in(work);
  }

  final Set<UUID> ids(Function<Transaction, Set<UUID>> work) {
    return in(work);
  }

  final boolean did(Function<Transaction, Boolean> work) {
    return in(work);
  }

  final int count(Function<Transaction, Integer> work) {
    return in(work);
  }

  final Quota caps(Function<Transaction, Quota> work) {
    return in(work);
  }

  static Instant at(int seconds) {
    return T0.plusSeconds(seconds);
  }

  /** Returns a time without rows of other tests, because deletion by age affects all tests. */
  static Instant longBefore(int seconds) {
    return T0.minus(Duration.ofDays(3650)).minusSeconds(seconds);
  }

  static String unique(String prefix) {
    return prefix + "-" + UUID.randomUUID().toString().substring(0, 13);
  }

  final User user(String email, Instant createdAt) {
    return new User(
        UUID.randomUUID(), orgId, email, "Ann", Role.USER, UserStatus.ACTIVE, null, createdAt);
  }

  static AccessToken token(User user, String sha256, Instant createdAt) {
    return new AccessToken(
        UUID.randomUUID(),
        user.orgId(),
        user.id(),
        TokenKind.SCRIPT,
        "ci",
        sha256,
        createdAt,
        null);
  }

  final Cluster cluster(String name, String identity, Instant createdAt) {
    return new Cluster(
        UUID.randomUUID(), orgId, name, ClusterKind.EMBEDDED, identity, null, null, createdAt);
  }

  final Golden golden(String name, Instant createdAt) {
    return Golden.create(UUID.randomUUID(), orgId, name, Substrate.POSTGRES, createdAt);
  }

  final Source source(Instant createdAt) {
    return new Source(
        UUID.randomUUID(), orgId, SourceKind.RDS, Map.of("host", "db"), "creds", createdAt);
  }

  final ImportJob job(UUID sourceId, UUID goldenId, Instant createdAt) {
    return new ImportJob(
        UUID.randomUUID(),
        orgId,
        sourceId,
        goldenId,
        "shop",
        1,
        UUID.randomUUID(),
        ImportStatus.of(ImportPhase.PENDING),
        0,
        0,
        createdAt,
        null,
        null,
        ImportHistory.UNKNOWN,
        null,
        0);
  }

  final Instance instance(UUID ownerId, UUID goldenId, Instant createdAt) {
    InstanceSpec spec =
        InstanceSpec.create(
            GoldenRef.unmasked(goldenId, "shop", 1),
            "default",
            InstanceSize.SMALL,
            Ttl.parse("8h"),
            createdAt);
    return Instance.launched(UUID.randomUUID(), orgId, ownerId, UUID.randomUUID(), spec, createdAt);
  }

  /** Runs the task concurrently and returns all results. */
  static <T> List<T> race(int racers, Callable<T> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      CyclicBarrier start = new CyclicBarrier(racers);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < racers; i++) {
        futures.add(
            threads.submit(
                () -> {
                  start.await(2, TimeUnit.MINUTES);
                  return task.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(2, TimeUnit.MINUTES));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}

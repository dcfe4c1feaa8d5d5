package dev.goldenrod.dataplane.k8s.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Settings;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints the cost of many databases on Kubernetes, and asserts what must not grow with their
 * number. {@code -Dgoldenrod.databases=1000 -Dgoldenrod.idle=60} creates a thousand and leaves them
 * idle for a minute.
 */
@Tag("simulated")
@Tag("slow")
class ManyDatabasesTest {
  private static final int COUNT = Integer.getInteger("goldenrod.databases", 20);
  private static final Duration IDLE = Duration.ofSeconds(Integer.getInteger("goldenrod.idle", 3));
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final int KINDS_WATCHED = 9;
  private static final Set<String> LOOK_AT_A_LOGIN = Set.of("get pods/portforward", "get secrets");

  @TempDir Path folder;
  private StubCluster cluster;

  @Test
  void a_cluster_with_many_databases_is_quiet_while_nothing_happens() throws IOException {
    try (StubCluster made = new StubCluster(folder)) {
      cluster = made;
      InMemoryStore store = new InMemoryStore();
      ThreadCount threads = new ThreadCount();
      launchAll(store, threads);
      reopen(store, threads);
    }
  }

  private void launchAll(InMemoryStore store, ThreadCount threads) {
    try (KubernetesDataPlane plane = cluster.open();
        ControlPlane control = control(store, plane)) {
      clearCalls();
      long begun = System.nanoTime();
      create(control);
      awaitRunning(control, threads);
      print("seconds until %d run".formatted(COUNT), (System.nanoTime() - begun) / 1_000_000_000);
      awaitQuiet();
      print("calls for each", forEach(calls()));
      print("threads at most", threads.most());
    }
  }

  private void reopen(InMemoryStore store, ThreadCount threads) {
    clearCalls();
    long before = usedHeap();
    try (KubernetesDataPlane plane = cluster.open();
        ControlPlane control = control(store, plane)) {
      awaitRunning(control, threads);
      awaitQuiet();
      print("calls of a server that starts", calls());
      print("its watches", watches());
      print("its KiB of heap for each", (usedHeap() - before) / COUNT / 1024);
      assertThat(watches()).hasSize(KINDS_WATCHED).allSatisfy((kind, n) -> assertThat(n).isOne());
      assertThat(calls()).allSatisfy((call, n) -> assertThat(n).as(call).isLessThan(most(call)));
      clearCalls();
      leaveAlone();
      print("calls in %d s of idleness".formatted(IDLE.toSeconds()), calls());
      print("threads after that", threads.now());
      assertThat(calls()).hasSizeLessThanOrEqualTo(1).allSatisfy(ManyDatabasesTest::isTheQuestion);
    }
  }

  /** The health check runs every three seconds, however many databases there are. */
  private static void isTheQuestion(String call, long times) {
    assertThat(call).isEqualTo("list pods");
    assertThat(times).isLessThanOrEqualTo(IDLE.toSeconds() / 3 + 2);
  }

  /** Each database's login is checked once. No other call is made for each database. */
  private static long most(String call) {
    return LOOK_AT_A_LOGIN.contains(call) ? COUNT + 1 : COUNT;
  }

  private static ControlPlane control(InMemoryStore store, KubernetesDataPlane plane) {
    return ControlPlane.builder()
        .store(store)
        .settings(new Settings(COUNT, COUNT, COUNT, Duration.ofSeconds(10)))
        .dataPlane(plane)
        .build()
        .start();
  }

  private static void create(ControlPlane control) {
    Actor admin = control.admin();
    for (int i = 0; i < COUNT; i++) {
      control
          .databases()
          .create(
              admin,
              new Databases.Create(
                  "shop-" + i,
                  DatabaseType.POSTGRESQL,
                  StubCluster.RELEASE,
                  DatabaseConfig.DEFAULT));
    }
  }

  private static void awaitRunning(ControlPlane control, ThreadCount threads) {
    Actor admin = control.admin();
    Awaitility.await("all databases run")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(COUNT))
        .until(
            () -> {
              threads.look();
              return control.databases().list(admin).stream()
                  .allMatch(database -> database.phase() == DatabasePhase.RUNNING);
            });
  }

  /** Waits until there are no calls for a while. */
  private void awaitQuiet() {
    AtomicInteger before = new AtomicInteger(-1);
    Awaitility.await("the API server is left alone")
        .atMost(PATIENCE)
        .during(QUIET)
        .until(
            () -> {
              int now = cluster.simulated().calls().all().size();
              return before.getAndSet(now) == now;
            });
  }

  private static void leaveAlone() {
    Awaitility.await().atMost(IDLE.plus(PATIENCE)).pollDelay(IDLE).until(() -> true);
  }

  private void clearCalls() {
    cluster.simulated().calls().clear();
  }

  /** Counts calls by verb and resource, without watches. */
  private Map<String, Long> calls() {
    return count(call -> !call.verb().equals("watch"));
  }

  private Map<String, Long> watches() {
    return count(call -> call.verb().equals("watch"));
  }

  private Map<String, Long> count(Predicate<ApiCall> which) {
    return cluster.simulated().calls().all().stream()
        .filter(which)
        .collect(
            Collectors.groupingBy(
                call -> call.verb() + " " + call.resource(), TreeMap::new, Collectors.counting()));
  }

  private static Map<String, String> forEach(Map<String, Long> calls) {
    Map<String, String> shares = new TreeMap<>();
    calls.forEach((name, count) -> shares.put(name, "%.1f".formatted((double) count / COUNT)));
    return shares;
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void print(String what, Object figure) {
    System.out.printf("%s: %s%n", what, figure);
  }
}

package dev.goldenrod.http.service;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.control.ControlPlane;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Readiness of this server for load balancers. A background thread runs the checks twice a second,
 * and callers get the last results without waiting. Thread-safe.
 */
public final class Readiness implements AutoCloseable {
  /**
   * Result of one check.
   *
   * @param status {@code ok}, {@code failed}, or {@code stopped} or {@code degraded}, which do not
   *     make the server unready
   * @param message problem; empty if there is none
   * @param ageSeconds age of the result
   */
  public record Check(String name, String status, String message, long ageSeconds) {}

  private record Finding(String name, String status, String message) {
    static Finding ok(String name) {
      return new Finding(name, "ok", "");
    }

    static Finding failed(String name, String problem) {
      return new Finding(name, "failed", problem);
    }

    static Finding degraded(String name, String problem) {
      return problem.isEmpty() ? ok(name) : new Finding(name, "degraded", problem);
    }
  }

  private record CheckRun(List<Finding> findings, long at) {
    Duration age() {
      return Duration.ofNanos(System.nanoTime() - at);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
  private static final String STORE = "store";
  private static final long EVERY_MILLIS = 500;
  private static final Duration MAX_RESULT_AGE = Duration.ofSeconds(5);
  private static final Duration LONGEST_TICK = Duration.ofSeconds(30);

  private final ControlPlane control;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("readiness"));
  private volatile boolean draining;
  private volatile CheckRun last;

  /** Runs the checks once, then repeats them in the background until closed. */
  public Readiness(ControlPlane control) {
    this.control = control;
    this.last = runChecks();
    thread.scheduleWithFixedDelay(
        this::rerunChecks, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void rerunChecks() {
    try {
      last = runChecks();
    } catch (RuntimeException broken) {
      // Keep the timer alive: the last result ages, and too old a result counts as a failure.
      LOG.warn("Cannot check readiness, will retry", broken);
    }
  }

  /** Makes the server unready because it is about to stop. */
  public void drain() {
    draining = true;
  }

  /** Returns whether the server is ready. */
  public boolean isReady() {
    return problem(checks()).isEmpty();
  }

  /** Returns the results; the message of the first failed check is the one to report. */
  List<Check> checks() {
    CheckRun run = last;
    Duration age = run.age();
    return run.findings().stream()
        .map(finding -> current(finding, age))
        .map(one -> new Check(one.name(), one.status(), one.message(), age.toSeconds()))
        .toList();
  }

  private Finding current(Finding finding, Duration age) {
    if (draining && finding.name().equals("server")) {
      return Finding.failed("server", "server is stopping");
    }
    if (finding.name().equals(STORE) && age.compareTo(MAX_RESULT_AGE) > 0) {
      return Finding.failed(STORE, "store unreachable");
    }
    return finding;
  }

  private CheckRun runChecks() {
    long begun = System.nanoTime();
    List<DataPlaneFigures> planes = control.statistics().dataPlanes();
    return new CheckRun(
        List.of(
            Finding.ok("server"),
            control.isHealthy() ? Finding.ok(STORE) : Finding.failed(STORE, "store unreachable"),
            migrations(),
            dataPlanes(planes),
            disk(planes),
            loop()),
        begun);
  }

  private Finding migrations() {
    return control
        .retirement()
        .map(why -> new Finding("migrations", "stopped", why))
        .orElse(Finding.ok("migrations"));
  }

  /** A data plane that was reachable before is only degraded: requests are still accepted. */
  private Finding dataPlanes(List<DataPlaneFigures> planes) {
    return control
        .missingDataPlane()
        .map(why -> Finding.failed("data_planes", "data plane unreachable: " + why))
        .orElse(
            Finding.degraded(
                "data_planes",
                planes.stream()
                    .flatMap(
                        plane ->
                            plane.unreachable().map(why -> plane.cluster() + ": " + why).stream())
                    .collect(Collectors.joining("; "))));
  }

  private static Finding disk(List<DataPlaneFigures> planes) {
    Predicate<DataPlaneFigures> isFull =
        plane -> plane.storage().filter(storage -> storage.hasTooLittleFree()).isPresent();
    return Finding.degraded(
        "disk",
        planes.stream()
            .filter(isFull)
            .map(plane -> plane.cluster() + ": too little free space for anything new")
            .collect(Collectors.joining("; ")));
  }

  private Finding loop() {
    return Finding.degraded(
        "loop",
        control
            .statistics()
            .sinceLoopTicked()
            .filter(time -> time.compareTo(LONGEST_TICK) > 0)
            .map(
                time ->
                    "the reconcile loop has not looked for work for %d s"
                        .formatted(time.toSeconds()))
            .orElse(""));
  }

  /** Returns the message of the first failed check; empty if the server is ready. */
  static Optional<String> problem(List<Check> checks) {
    return checks.stream()
        .filter(check -> check.status().equals("failed"))
        .map(Check::message)
        .findFirst();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

package dev.goldenrod.http;

import dev.goldenrod.control.ControlPlane;
import java.util.List;
import java.util.Optional;

/** Whether balancers should send requests here. Thread-safe. */
final class Readiness {
  /**
   * One thing that was looked at.
   *
   * @param status {@code ok}, {@code failed}, or {@code stopped} for what does not keep the server
   *     from being answered
   * @param message empty, or what is the matter
   */
  record Check(String name, String status, String message) {
    static Check of(String name, boolean ok, String problem) {
      return new Check(name, ok ? "ok" : "failed", ok ? "" : problem);
    }
  }

  private final ControlPlane control;
  private volatile boolean draining;

  Readiness(ControlPlane control) {
    this.control = control;
  }

  /** From now on balancers should send no requests here. */
  void drain() {
    draining = true;
  }

  /** Looks at everything; the first that failed is the one to tell. */
  List<Check> checks() {
    return List.of(
        Check.of("server", !draining, "server is stopping"),
        Check.of("store", control.isHealthy(), "store unreachable"),
        cluster(),
        work());
  }

  /** One that was reached once may go away: what is asked for meanwhile is accepted. */
  private Check cluster() {
    return control
        .missingDataPlane()
        .map(why -> Check.of("cluster", false, "data plane unreachable: " + why))
        .orElse(Check.of("cluster", true, ""));
  }

  private Check work() {
    return control
        .retirement()
        .map(why -> new Check("work", "stopped", why))
        .orElse(Check.of("work", true, ""));
  }

  /** Why it is not ready; empty when it is. */
  static Optional<String> problem(List<Check> checks) {
    return checks.stream()
        .filter(check -> check.status().equals("failed"))
        .map(Check::message)
        .findFirst();
  }
}

package dev.goldenrod.port;

import java.time.Duration;
import java.util.UUID;

/**
 * Receives events of a control plane, as for metrics and traces: only those of this server, after
 * the change was stored. The methods are called in the threads that made the change, must return
 * quickly and must not throw. Thread-safe.
 */
public interface ControlObserver {
  /** An observer that ignores all events. */
  ControlObserver NONE = new ControlObserver() {};

  /** An operation that began in a thread and ends in the same thread when it is closed. */
  interface Step extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Called when a resource was claimed, before this thread reconciles it.
   *
   * @param cluster the cluster whose data plane does the work
   */
  default Step beginStep(WorkKind kind, UUID resource, UUID cluster) {
    return () -> {};
  }

  /**
   * Returns the data plane that the control plane calls in place of the attached one: that one
   * itself, or a wrapper that reports the calls.
   */
  default DataPlane observed(DataPlane dataPlane) {
    return dataPlane;
  }

  /**
   * Called after each reconciliation of a resource, including those that failed.
   *
   * @param time from the claim of its work item to the end
   */
  default void reconciled(WorkKind kind, Duration time) {}

  /** Called when a reconciliation failed, or the data plane refused it or was unreachable. */
  default void reconcileFailed(WorkKind kind) {}

  /** Called when another server took a resource over before this one had stored its result. */
  default void leaseLost(WorkKind kind) {}

  /**
   * Called when an instance became ready for the first time.
   *
   * @param golden the golden's name
   * @param fromPool whether a warm clone was used
   * @param time since the launch was requested
   */
  default void launched(String golden, boolean fromPool, Duration time) {}

  /**
   * Called when an import ended.
   *
   * @param time since the import was requested
   */
  default void importEnded(boolean succeeded, Duration time) {}

  /** Called with the time for which a running database was paused while it was copied. */
  default void stoodStill(Duration time) {}
}

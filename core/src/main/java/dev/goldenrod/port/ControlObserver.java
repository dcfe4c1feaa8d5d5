package dev.goldenrod.port;

import java.time.Duration;
import java.util.UUID;

/**
 * Is told what a control plane did, as for metrics and traces: by this server alone, and after it
 * was stored. Called in the threads that did it; has to return quickly and to throw nothing.
 * Thread-safe.
 */
public interface ControlObserver {
  /** Takes no notice. */
  ControlObserver NONE = new ControlObserver() {};

  /** What was begun in a thread and ends there when it is closed. */
  interface Step extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * A resource is claimed, and about to be brought a step nearer to its desired state in this
   * thread.
   *
   * @param cluster whose data plane does it
   */
  default Step beginStep(WorkKind kind, UUID resource, UUID cluster) {
    return () -> {};
  }

  /**
   * Through what the control plane asks a data plane that is attached: that itself, or one that
   * passes every call on and tells of it.
   */
  default DataPlane observed(DataPlane dataPlane) {
    return dataPlane;
  }

  /**
   * A resource was brought a step nearer to its desired state, or that was tried.
   *
   * @param time from the claim of its work item to the end
   */
  default void reconciled(WorkKind kind, Duration time) {}

  /** The data plane refused a step of a resource, could not be reached, or the step broke down. */
  default void reconcileFailed(WorkKind kind) {}

  /** Another server had taken a resource over before this one had stored what came of it. */
  default void leaseLost(WorkKind kind) {}

  /**
   * A launch became ready for the first time.
   *
   * @param golden its name
   * @param fromPool whether it took a warm clone
   * @param time since it was asked for
   */
  default void launched(String golden, boolean fromPool, Duration time) {}

  /**
   * An import ended.
   *
   * @param time since it was asked for
   */
  default void importEnded(boolean succeeded, Duration time) {}

  /** A running database stood still while it was copied, for a branch or a snapshot of it. */
  default void stoodStill(Duration time) {}
}

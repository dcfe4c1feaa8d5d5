package dev.goldenrod.dataplane.k8s.declared;

import java.util.Optional;

/**
 * The state of an object, as its conditions show it.
 *
 * @param isReady whether clients can log in
 * @param reason one word, as in {@code QuotaExceeded}, by the conventions of the Kubernetes API
 * @param message for people; may be empty
 * @param stalled a problem that needs action by a user
 * @param isReconciling whether work is in progress
 */
record Verdict(
    boolean isReady,
    String reason,
    String message,
    Optional<Stall> stalled,
    boolean isReconciling) {
  record Stall(String reason, String message) {}

  static Verdict ready(String message) {
    return new Verdict(true, "Ready", message, Optional.empty(), false);
  }

  static Verdict underWay(String reason, String message) {
    return new Verdict(false, reason, message, Optional.empty(), true);
  }

  /** Returns the verdict on a database that is stopped as declared. */
  static Verdict resting(String reason, String message) {
    return new Verdict(false, reason, message, Optional.empty(), false);
  }

  static Verdict stalled(String reason, String message) {
    return new Verdict(false, reason, message, Optional.of(new Stall(reason, message)), false);
  }

  Verdict whileReconciling(boolean reconciling) {
    return new Verdict(isReady, reason, message, stalled, isReconciling || reconciling);
  }

  Verdict with(Optional<Stall> stall) {
    return stall.isEmpty() ? this : new Verdict(isReady, reason, message, stall, false);
  }
}

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
record ObjectConditions(
    boolean isReady,
    String reason,
    String message,
    Optional<Stall> stalled,
    boolean isReconciling) {
  record Stall(String reason, String message) {}

  static ObjectConditions ready(String message) {
    return new ObjectConditions(true, "Ready", message, Optional.empty(), false);
  }

  static ObjectConditions inProgress(String reason, String message) {
    return new ObjectConditions(false, reason, message, Optional.empty(), true);
  }

  /** Returns the conditions of a database that is stopped as declared. */
  static ObjectConditions stopped(String reason, String message) {
    return new ObjectConditions(false, reason, message, Optional.empty(), false);
  }

  static ObjectConditions stalled(String reason, String message) {
    return new ObjectConditions(
        false, reason, message, Optional.of(new Stall(reason, message)), false);
  }

  ObjectConditions whileReconciling(boolean reconciling) {
    return new ObjectConditions(isReady, reason, message, stalled, isReconciling || reconciling);
  }

  ObjectConditions with(Optional<Stall> stall) {
    return stall.isEmpty() ? this : new ObjectConditions(isReady, reason, message, stall, false);
  }
}

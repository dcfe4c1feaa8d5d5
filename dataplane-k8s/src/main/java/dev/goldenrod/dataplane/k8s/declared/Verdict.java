package dev.goldenrod.dataplane.k8s.declared;

import java.util.Optional;

/**
 * What an object's conditions tell.
 *
 * @param isReady whether clients can log in
 * @param reason why, in one word of the API's conventions, as in {@code QuotaExceeded}
 * @param message the same for people; may be empty
 * @param stalled what keeps it from being as declared until somebody does something
 * @param isReconciling whether something is under way
 */
record Verdict(
    boolean isReady,
    String reason,
    String message,
    Optional<Stall> stalled,
    boolean isReconciling) {
  /** What keeps it from being as declared, in one word and for people. */
  record Stall(String reason, String message) {}

  /** Clients can log in. */
  static Verdict ready(String message) {
    return new Verdict(true, "Ready", message, Optional.empty(), false);
  }

  /** Something is done, or waited for, that ends by itself. */
  static Verdict underWay(String reason, String message) {
    return new Verdict(false, reason, message, Optional.empty(), true);
  }

  /** It stands still as it was declared to. */
  static Verdict resting(String reason, String message) {
    return new Verdict(false, reason, message, Optional.empty(), false);
  }

  /** Somebody has to do something. */
  static Verdict stalled(String reason, String message) {
    return new Verdict(false, reason, message, Optional.of(new Stall(reason, message)), false);
  }

  /** The same, while something is under way or not. */
  Verdict whileReconciling(boolean reconciling) {
    return new Verdict(isReady, reason, message, stalled, isReconciling || reconciling);
  }

  /** The same, with something that is not as declared all the same. */
  Verdict with(Optional<Stall> stall) {
    return stall.isEmpty() ? this : new Verdict(isReady, reason, message, stall, false);
  }
}

package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
  private static final Set<ErrorCode> TEMPORARY =
      Set.of(
          ErrorCode.REQUEST_IN_PROGRESS,
          ErrorCode.CREDENTIALS_NOT_READY,
          ErrorCode.CREDENTIALS_TIMED_OUT,
          ErrorCode.CREDENTIALS_UNAVAILABLE,
          ErrorCode.AGENT_OFFLINE,
          ErrorCode.DATA_PLANE_UNREACHABLE);

  record Stall(String reason, String message) {
    static Stall of(ControlPlaneException refused) {
      return new Stall(ObjectConditions.reason(refused), refused.getMessage());
    }
  }

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

  /** Returns the conditions of an object whose use case refuses. */
  static ObjectConditions refused(ControlPlaneException refused) {
    return isTemporary(refused)
        ? ObjectConditions.inProgress(reason(refused), refused.getMessage())
        : ObjectConditions.stalled(reason(refused), refused.getMessage());
  }

  /** Returns whether a retry may succeed without anyone's action. */
  static boolean isTemporary(ControlPlaneException refused) {
    return TEMPORARY.contains(refused.code());
  }

  /** Returns the error code as a condition's reason, as in {@code QuotaExceeded}. */
  static String reason(ControlPlaneException refused) {
    return Arrays.stream(name(refused.code()).split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** The suffix distinguishes codes only for HTTP. */
  private static String name(ErrorCode code) {
    return code.name().replace("_BECAUSE", "");
  }

  ObjectConditions whileReconciling(boolean reconciling) {
    return new ObjectConditions(isReady, reason, message, stalled, isReconciling || reconciling);
  }

  ObjectConditions with(Optional<Stall> stall) {
    return stall.isEmpty() ? this : new ObjectConditions(isReady, reason, message, stall, false);
  }
}

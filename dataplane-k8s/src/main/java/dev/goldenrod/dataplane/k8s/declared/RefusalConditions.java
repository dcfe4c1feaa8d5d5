package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.dataplane.k8s.declared.ObjectConditions.Stall;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Converts refusals of use cases to conditions. */
final class RefusalConditions {
  private static final Set<ErrorCode> TEMPORARY =
      Set.of(
          ErrorCode.REQUEST_IN_PROGRESS,
          ErrorCode.CREDENTIALS_NOT_READY,
          ErrorCode.CREDENTIALS_TIMED_OUT,
          ErrorCode.CREDENTIALS_UNAVAILABLE,
          ErrorCode.AGENT_OFFLINE,
          ErrorCode.DATA_PLANE_UNREACHABLE);

  private RefusalConditions() {}

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

  static Stall stall(ControlPlaneException refused) {
    return new Stall(reason(refused), refused.getMessage());
  }

  static ObjectConditions conditions(ControlPlaneException refused) {
    return isTemporary(refused)
        ? ObjectConditions.inProgress(reason(refused), refused.getMessage())
        : ObjectConditions.stalled(reason(refused), refused.getMessage());
  }
}

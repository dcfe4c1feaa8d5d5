package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException;

/** How much the answer to malformed input tells. */
public enum ErrorDetail {
  /** {@code invalid input}, and no more. */
  HIDDEN,
  /** {@code invalid input: } and the reason. */
  SHOWN;

  /** The refusal of a value for the reason, which the log has in any case. */
  ControlPlaneException refusal(String reason) {
    return this == HIDDEN
        ? ControlPlaneException.invalid(reason)
        : ControlPlaneException.invalidBecause(reason);
  }

  /** The refusal for the reason. */
  public ApiException invalid(String reason) {
    return ApiException.of(400, this == HIDDEN ? "invalid input" : "invalid input: " + reason);
  }
}

package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException;

/** How much the text of the answer to malformed input tells; its details tell all in any case. */
public enum ErrorDetail {
  /** {@code invalid input}, and no more. */
  HIDDEN,
  /** {@code invalid input: } and the reason. */
  SHOWN;

  /** The refusal of a field's value. */
  public ControlPlaneException refusal(String field, String problem) {
    return this == HIDDEN
        ? ControlPlaneException.invalid(field, problem)
        : ControlPlaneException.invalidBecause(field, problem);
  }

  /** The refusal of a body that is not as the route reads it. */
  public ApiException badBody(String field, String problem) {
    return invalid("bad body", field, problem);
  }

  /**
   * The refusal in the words of the reason.
   *
   * @param problem what the answer's details say of the field, whatever its text tells
   */
  public ApiException invalid(String reason, String field, String problem) {
    return ApiException.invalid(
        this == HIDDEN ? "invalid input" : "invalid input: " + reason, field, problem);
  }
}

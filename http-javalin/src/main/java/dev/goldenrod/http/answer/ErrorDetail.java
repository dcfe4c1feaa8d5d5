package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException;

/** Whether the {@code error} text of a 400 contains the reason. The details always contain it. */
public enum ErrorDetail {
  /** The text is {@code invalid input}. */
  HIDDEN,
  /** The text is {@code invalid input: } followed by the reason. */
  SHOWN;

  /** Returns the error for an invalid value of a field. */
  public ControlPlaneException refusal(String field, String problem) {
    return this == HIDDEN
        ? ControlPlaneException.invalid(field, problem)
        : ControlPlaneException.invalidBecause(field, problem);
  }

  /** Returns the error for a body of the wrong structure. */
  public ApiException badBody(String field, String problem) {
    return invalid("bad body", field, problem);
  }

  /**
   * Returns a 400 for a field.
   *
   * @param reason part of the {@code error} text if it is {@link #SHOWN}
   * @param problem what is wrong with the field, for the details of the response
   */
  public ApiException invalid(String reason, String field, String problem) {
    return ApiException.invalid(
        this == HIDDEN ? "invalid input" : "invalid input: " + reason, field, problem);
  }
}

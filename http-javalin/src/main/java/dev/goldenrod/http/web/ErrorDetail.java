package dev.goldenrod.http.web;

/** How much the answer to malformed input tells. */
public enum ErrorDetail {
  /** {@code invalid input}, and no more. */
  HIDDEN,
  /** {@code invalid input: } and the reason. */
  SHOWN;

  /** The refusal for the reason. */
  public ApiException invalid(String reason) {
    return ApiException.of(400, this == HIDDEN ? "invalid input" : "invalid input: " + reason);
  }
}

package dev.goldenrod.http.web;

/** How the routes of a noun word their refusals of malformed input. */
public enum Wording {
  /** {@code invalid input}, and no more. */
  BARE,
  /** {@code invalid input: } and the reason. */
  REASONED;

  /** The refusal for the reason. */
  public Problem invalid(String reason) {
    return Problem.of(400, this == BARE ? "invalid input" : "invalid input: " + reason);
  }
}

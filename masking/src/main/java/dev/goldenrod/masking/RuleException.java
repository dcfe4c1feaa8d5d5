package dev.goldenrod.masking;

/** Thrown if a masking rule cannot be applied to a column. The message is for the rule's author. */
public final class RuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a sentence that names the option or type and the way out. */
  public RuleException(String message) {
    super(message);
  }
}

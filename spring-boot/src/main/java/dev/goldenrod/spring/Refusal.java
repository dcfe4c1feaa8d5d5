package dev.goldenrod.spring;

/** No clone is given to an application context. */
final class Refusal extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final String description;
  private final String action;

  /** With what is wrong, and what to do about it. */
  Refusal(String description, String action) {
    super(description + ". " + action);
    this.description = description;
    this.action = action;
  }

  /** The same, because of that. */
  Refusal(String description, String action, Throwable cause) {
    this(description, action);
    initCause(cause);
  }

  String description() {
    return description;
  }

  String action() {
    return action;
  }
}

package dev.goldenrod.http.web;

import java.util.Map;

/** A refusal that is already worded for the caller. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Answer answer;

  private Problem(Answer answer, String text) {
    super(text, null, false, false);
    this.answer = answer;
  }

  /** A refusal with that status and that {@code error} text. */
  public static Problem of(int status, String error) {
    return new Problem(Answer.of(status, Map.of("error", error)), error);
  }

  /** A refusal with that answer. */
  static Problem of(Answer answer) {
    return new Problem(answer, "status " + answer.status());
  }

  /** What the caller gets. */
  public Answer answer() {
    return answer;
  }
}

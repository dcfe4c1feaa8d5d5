package dev.goldenrod.masking.rules;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a rules file cannot be used. The message has one problem a line. */
public final class InvalidRulesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidRulesException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems in the order of their places, at least one. */
  public List<Problem> problems() {
    return problems;
  }
}

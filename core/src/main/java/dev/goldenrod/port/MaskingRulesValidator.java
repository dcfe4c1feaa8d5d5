package dev.goldenrod.port;

import java.util.List;

/** Validates the text of masking rules, without a source. Thread-safe. */
public interface MaskingRulesValidator {
  /**
   * A problem at one place of the text.
   *
   * @param line from 1; 0 if it concerns the whole text
   * @param column from 1; 0 if it concerns the whole text
   * @param message names the key and the way out
   */
  record Problem(int line, int column, String message) {
    /** Returns the problem with its place in one line. */
    public String sentence() {
      return line == 0 ? message : "line %d, column %d: %s".formatted(line, column, message);
    }
  }

  /** Returns the problems in the order of their places; empty if the rules are valid. */
  List<Problem> problems(String rules);
}

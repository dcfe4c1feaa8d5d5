package dev.goldenrod.masking.rules;

/**
 * A place in a rules file.
 *
 * @param line from 1; 0 for rules that are not from a file
 * @param column from 1; 0 for rules that are not from a file
 */
public record Position(int line, int column) {
  /** The position of rules that are not from a file. */
  public static final Position NONE = new Position(0, 0);

  @Override
  public String toString() {
    return "line %d, column %d".formatted(line, column);
  }
}

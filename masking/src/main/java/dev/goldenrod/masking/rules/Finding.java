package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.TableName;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong between rules and a schema.
 *
 * @param table null for what is not rows
 * @param column null for the whole table
 * @param message names the thing and the way out
 * @param yaml lines to add to the rules file, indented as they stand below their keys; null if
 *     lines have to be changed or removed
 * @param position of the rule; null if there is none
 */
public record Finding(
    Severity severity,
    @Nullable TableName table,
    @Nullable String column,
    String message,
    @Nullable String yaml,
    @Nullable Position position) {
  /** How bad a finding is. */
  public enum Severity {
    /** An import with these rules fails. */
    ERROR,
    /** The rules can be used. */
    WARNING
  }

  static Finding error(TableName table, @Nullable String column, String message) {
    return new Finding(Severity.ERROR, table, column, message, null, null);
  }

  static Finding warning(TableName table, @Nullable String column, String message) {
    return new Finding(Severity.WARNING, table, column, message, null, null);
  }

  Finding with(String lines) {
    return new Finding(severity, table, column, message, lines, position);
  }

  Finding at(Position place) {
    Position known = place.equals(Position.NONE) ? null : place;
    return new Finding(severity, table, column, message, yaml, known);
  }

  /** Returns the finding as one line, after its place in the file. */
  @Override
  public String toString() {
    return (position == null ? "" : position + ": ") + message;
  }
}

package dev.goldenrod.control.schema;

import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;

/**
 * Schema changes as a script. Comments show failed statements, differences without a statement, and
 * above each statement the data that it can lose.
 */
public record SchemaScript(String parent, String branch, SchemaChanges changes) {
  public String text() {
    StringBuilder text = new StringBuilder();
    comment(text, "Turns the schema of database '%s' into that of '%s'.".formatted(parent, branch));
    comment(text, outcome());
    changes.statements().forEach(statement -> append(text, statement));
    changes.differences().forEach(difference -> append(text, difference));
    return text.toString();
  }

  private String outcome() {
    int count = changes.statements().size();
    long failed = changes.statements().stream().filter(one -> !one.worked()).count();
    long losing = changes.statements().stream().filter(one -> !one.losses().isEmpty()).count();
    int left = changes.differences().size();
    if (count == 0 && left == 0) {
      return "The schemas are the same.";
    }
    return "Tried on a copy of '%s': %d of %d statements worked, %d objects still differ, %d statements can lose data."
        .formatted(parent, count - failed, count, left, losing);
  }

  private static void append(StringBuilder text, Statement statement) {
    text.append('\n');
    statement.losses().forEach(loss -> comment(text, "loses data: " + loss));
    if (statement.worked()) {
      text.append(statement.sql()).append('\n');
    } else {
      comment(text, "FAILED when tried: " + statement.failure());
      comment(text, statement.sql());
    }
  }

  private void append(StringBuilder text, Difference difference) {
    text.append('\n');
    comment(text, "NOT EXPRESSED: " + difference.object());
    comment(text, "in '%s' afterwards: %s".formatted(parent, definition(difference.found())));
    comment(text, "in '%s': %s".formatted(branch, definition(difference.wanted())));
  }

  private static String definition(String ddl) {
    return ddl.isEmpty() ? "missing" : ddl;
  }

  /** Comments out every line, for all separators that a client may take for a line break. */
  private static void comment(StringBuilder text, String content) {
    content
        .replaceAll("[\\f\\x0B\\u0085\\u2028\\u2029]", "\n")
        .lines()
        .forEach(line -> text.append("-- ").append(line).append('\n'));
  }
}

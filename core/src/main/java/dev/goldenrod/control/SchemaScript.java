package dev.goldenrod.control;

import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Schema changes as a script. Comments show failed statements, differences without a statement, and
 * above each statement the data that it can lose.
 */
record SchemaScript(String parent, String branch, SchemaChanges changes) {
  /** A backslash, which begins every psql command, or a mysql command that needs none. */
  private static final Pattern POSSIBLE_COMMAND =
      Pattern.compile(
          "\\\\|^[\\s\\p{Cf}]*(system|source|tee|pager|edit|connect|ssl_session_data_print)\\b"
              + "|\\blocal\\b[\\s\\S]{0,99}?\\binfile\\b",
          Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

  /** A setting of the session, which the script begins with. */
  private static final Pattern SETTING =
      Pattern.compile("(SET|SELECT pg_catalog\\.set_config)\\b", Pattern.CASE_INSENSITIVE);

  private static final String WARNING =
      """
      -- WARNING: this script comes from the agent of cluster '%s'. Line %d may contain a command of psql or mysql,
      -- which can run programs on the machine of whoever runs the script. Read it before you run it.
      """;

  String text() {
    StringBuilder text = new StringBuilder();
    comment(text, "Turns the schema of database '%s' into that of '%s'.".formatted(parent, branch));
    comment(text, outcome());
    changes.statements().forEach(statement -> append(text, statement));
    changes.differences().forEach(difference -> append(text, difference));
    return text.toString();
  }

  private String outcome() {
    long count = changes.statements().stream().filter(SchemaScript::isCounted).count();
    long failed = changes.statements().stream().filter(one -> !one.worked()).count();
    long losing = changes.statements().stream().filter(one -> !one.losses().isEmpty()).count();
    int left = changes.differences().size();
    if (count == 0 && left == 0) {
      return "The schemas are the same.";
    }
    return "Tried on a copy of '%s': %d of %d statements worked, %d objects still differ, %d statements can lose data."
        .formatted(parent, count - failed, count, left, losing);
  }

  /** Returns whether the statement changes the schema; settings count only if they failed. */
  private static boolean isCounted(Statement statement) {
    return !statement.worked() || !SETTING.matcher(statement.sql()).lookingAt();
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

  /**
   * Returns an agent's script, preceded by a warning comment if it may contain a client command of
   * {@code psql} or {@code mysql}, such as {@code \!}. What a client takes for a command depends on
   * the server's answers, so the script alone cannot tell every command from a backslash in a
   * literal.
   */
  static String withWarning(String cluster, String script) {
    Matcher possible = POSSIBLE_COMMAND.matcher(script);
    if (!possible.find()) {
      return script;
    }
    long before = script.substring(0, possible.start()).chars().filter(c -> c == '\n').count();
    long line = WARNING.lines().count() + before + 1;
    return WARNING.formatted(cluster, line) + script;
  }
}

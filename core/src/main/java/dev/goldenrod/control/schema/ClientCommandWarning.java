package dev.goldenrod.control.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Warns of possible client commands of {@code psql} or {@code mysql}, such as {@code \!}, in an
 * agent's script. What a client takes for a command depends on the server's answers, so the script
 * alone cannot tell every command from a backslash in a literal.
 */
public final class ClientCommandWarning {
  /** A backslash, which begins every psql command, or a mysql command that needs none. */
  private static final Pattern POSSIBLE =
      Pattern.compile(
          "\\\\|^[\\s\\p{Cf}]*(system|source|tee|pager|edit|connect|ssl_session_data_print)\\b"
              + "|\\blocal\\b[\\s\\S]{0,99}?\\binfile\\b",
          Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

  private static final String WARNING =
      """
      -- WARNING: this script comes from the agent of cluster '%s'. Line %d may contain a command of psql or mysql,
      -- which can run programs on the machine of whoever runs the script. Read it before you run it.
      """;

  private ClientCommandWarning() {}

  /** Returns the script, preceded by a warning comment if it may contain a client command. */
  public static String withWarning(String cluster, String script) {
    Matcher possible = POSSIBLE.matcher(script);
    if (!possible.find()) {
      return script;
    }
    long before = script.substring(0, possible.start()).chars().filter(c -> c == '\n').count();
    long line = WARNING.lines().count() + before + 1;
    return WARNING.formatted(cluster, line) + script;
  }
}

package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.StepReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Grants what the source grants, in a session of the clones' role. Where pg_restore would change
 * the session's user to one who was given the right to grant, the session takes on that role: it is
 * a member of all of them.
 *
 * <p>On what extensions brought the role can grant nothing, so that it stays as the extension has
 * it.
 */
final class Grants {
  private static final String GRANTOR = "SET SESSION AUTHORIZATION ";
  private static final String GRANTOR_ENDS = "RESET SESSION AUTHORIZATION;";
  private static final Pattern DEFAULTS =
      Pattern.compile("ALTER DEFAULT PRIVILEGES FOR ROLE (?:\"(?:[^\"]|\"\")*\"|[^\" ]+) (.*)");

  private final Connection role;
  private final StepReport report;

  Grants(Connection role, StepReport report) {
    this.role = role;
    this.report = report;
  }

  /** Grants all of it; what is refused becomes a warning. */
  void replay(RestoreScript script) throws SQLException {
    for (TocEntry entry : script.entries()) {
      replay(entry, statements(script.lines(entry)));
    }
  }

  private void replay(TocEntry entry, List<String> statements) throws SQLException {
    try {
      for (String statement : statements) {
        run(statement);
      }
    } catch (SQLException e) {
      report.warn(
          "%s is left out: %s"
              .formatted(
                  entry.is("ACL")
                      ? "what was granted on %s".formatted(entry.name())
                      : entry.describe(),
                  e.getMessage()));
    }
    Sql.run(role, "RESET ROLE");
  }

  /** PostgreSQL only warns of a grant without effect when some other right is there. */
  private void run(String sql) throws SQLException {
    try (Statement statement = role.createStatement()) {
      statement.execute(sql);
      SQLWarning warning = statement.getWarnings();
      if (warning != null) {
        throw warning;
      }
    }
  }

  private static List<String> statements(List<String> lines) {
    List<String> statements = new ArrayList<>();
    for (String line : String.join("\n", lines).split(";\n")) {
      String sql = withoutComments(line) + ";";
      if (sql.startsWith(GRANTOR)) {
        statements.add("SET ROLE " + sql.substring(GRANTOR.length()));
      } else if (sql.equals(GRANTOR_ENDS)) {
        statements.add("RESET ROLE");
      } else if (!sql.equals(";")) {
        statements.add(sql);
        asTheirNewOwner(sql, statements);
      }
    }
    return statements;
  }

  /** What the clones' role makes from now on is granted as what their former owners made. */
  private static void asTheirNewOwner(String sql, List<String> statements) {
    Matcher matcher = DEFAULTS.matcher(sql);
    if (matcher.matches()) {
      statements.add("ALTER DEFAULT PRIVILEGES " + matcher.group(1));
    }
  }

  private static String withoutComments(String sql) {
    return sql.lines()
        .filter(line -> !line.startsWith("--"))
        .reduce("", (a, b) -> a + "\n" + b)
        .strip();
  }
}

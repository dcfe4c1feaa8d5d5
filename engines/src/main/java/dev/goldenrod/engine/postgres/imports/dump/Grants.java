package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.dump.DelegatedGrants.Grant;
import dev.goldenrod.engine.postgres.imports.dump.DelegatedGrants.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repeats the source's grants in a session of the clones' role. Where pg_restore would switch the
 * session to a grantor, {@link DelegatedGrants} acts as that role.
 *
 * <p>Of the members of extensions, the role can only grant tables and sequences, so that functions
 * keep the extension's privileges.
 */
final class Grants {
  private static final String GRANTOR = "SET SESSION AUTHORIZATION ";
  private static final String GRANTOR_ENDS = "RESET SESSION AUTHORIZATION";
  private static final Pattern DEFAULTS =
      Pattern.compile("ALTER DEFAULT PRIVILEGES FOR ROLE (?:\"(?:[^\"]|\"\")*\"|[^\" ]+) (.*)");

  private final Connection role;
  private final StepReport report;
  private final DelegatedGrants delegated;

  Grants(Connection role, StepReport report) {
    this.role = role;
    this.report = report;
    this.delegated = new DelegatedGrants(role);
  }

  /** Runs all grants; a refused one becomes a warning. */
  void replay(RestoreScript script, FormerOwnerGrants formerOwnerGrants) throws SQLException {
    for (TocEntry entry : script.entries()) {
      replay(entry, script);
    }
    formerOwnerGrants.grant(role);
    for (Refusal refusal : delegated.grant()) {
      warn(refusal.grant().entry(), refusal.reason());
    }
  }

  private void replay(TocEntry entry, RestoreScript script) {
    try {
      String grantor = "";
      for (String part : String.join("\n", script.lines(entry)).split(";\n")) {
        String sql = RestoreScript.statement(part.lines().toList());
        if (sql.startsWith(GRANTOR)) {
          grantor = sql.substring(GRANTOR.length());
        } else if (sql.startsWith(GRANTOR_ENDS)) {
          grantor = "";
        } else if (!grantor.isEmpty()) {
          delegated.add(new Grant(entry, grantor, sql));
        } else if (!sql.isEmpty()) {
          run(role, sql);
          runForNewOwner(sql);
        }
      }
    } catch (SQLException e) {
      warn(entry, e);
    }
  }

  private void warn(TocEntry entry, SQLException reason) {
    report.warn(
        "%s is left out: %s"
            .formatted(
                entry.is("ACL") ? "a grant on %s".formatted(entry.name()) : entry.describe(),
                reason.getMessage()));
  }

  /** A grant without effect is only a warning in PostgreSQL if another privilege exists. */
  static void run(Connection role, String sql) throws SQLException {
    try (Statement statement = role.createStatement()) {
      statement.execute(sql);
      SQLWarning warning = statement.getWarnings();
      if (warning != null) {
        throw warning;
      }
    }
  }

  /** Default privileges of former owners also apply to what the clones' role creates. */
  private void runForNewOwner(String sql) throws SQLException {
    Matcher matcher = DEFAULTS.matcher(sql);
    if (matcher.matches()) {
      run(role, "ALTER DEFAULT PRIVILEGES " + matcher.group(1));
    }
  }
}

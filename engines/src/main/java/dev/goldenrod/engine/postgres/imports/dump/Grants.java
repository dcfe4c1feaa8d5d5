package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repeats the source's grants in a session of the clones' role. Where pg_restore would switch the
 * session to a grantor with grant options, the session acts as that role; such a grant may need a
 * later one, or its grantor's access to a schema, which the grantor had when it granted.
 *
 * <p>Of the members of extensions, the role can only grant tables and sequences, so that functions
 * keep the extension's privileges.
 */
final class Grants {
  private static final String GRANTOR = "SET SESSION AUTHORIZATION ";
  private static final String GRANTOR_ENDS = "RESET SESSION AUTHORIZATION";
  private static final Pattern DEFAULTS =
      Pattern.compile("ALTER DEFAULT PRIVILEGES FOR ROLE (?:\"(?:[^\"]|\"\")*\"|[^\" ]+) (.*)");

  private static final String SCHEMAS_WITHOUT_USAGE =
      """
      SELECT pg_catalog.format('%s USAGE ON SCHEMA %I %s %I', {verb}, n.nspname, {to}, r.rolname)
        FROM pg_catalog.pg_namespace n, pg_catalog.pg_roles r
       WHERE r.rolname = ANY (?) AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
         AND NOT pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
      """;

  /** A grant by another role, with the grantor's name quoted as in SQL. */
  private record Delegated(TocEntry entry, String grantor, String sql) {}

  private record Refusal(Delegated grant, SQLException reason) {}

  private final Connection role;
  private final StepReport report;
  private List<Delegated> waiting = new ArrayList<>();

  Grants(Connection role, StepReport report) {
    this.role = role;
    this.report = report;
  }

  /** Runs all grants; a refused one becomes a warning. */
  void replay(RestoreScript script, FormerOwnerGrants formerOwnerGrants) throws SQLException {
    for (TocEntry entry : script.entries()) {
      replay(entry, script);
    }
    formerOwnerGrants.grant(role);
    for (Refusal refusal : runDelegated()) {
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
          waiting.add(new Delegated(entry, grantor, sql));
        } else if (!sql.isEmpty()) {
          run(sql);
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
  private void run(String sql) throws SQLException {
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
      run("ALTER DEFAULT PRIVILEGES " + matcher.group(1));
    }
  }

  /** Runs all grants by other roles, and returns those that were refused. */
  private List<Refusal> runDelegated() throws SQLException {
    List<Refusal> refusals = runUntilNoProgress();
    if (refusals.isEmpty()) {
      return refusals;
    }
    // Revoked afterwards, because roles may have no more access than in the source.
    List<String> revocations = schemaUsage("'REVOKE'", "'FROM'");
    Sql.runAll(role, schemaUsage("'GRANT'", "'TO'"));
    try {
      return runUntilNoProgress();
    } finally {
      Sql.runAll(role, revocations);
    }
  }

  private List<Refusal> runUntilNoProgress() throws SQLException {
    List<Refusal> refusals = List.of();
    for (int before = waiting.size() + 1; waiting.size() < before; ) {
      before = waiting.size();
      refusals = tryAll();
      waiting = refusals.stream().map(Refusal::grant).toList();
    }
    return refusals;
  }

  private List<Refusal> tryAll() throws SQLException {
    List<Refusal> refusals = new ArrayList<>();
    for (Delegated grant : waiting) {
      try {
        Sql.run(role, "SET ROLE " + grant.grantor());
        run(grant.sql());
      } catch (SQLException e) {
        refusals.add(new Refusal(grant, e));
      }
      Sql.run(role, "RESET ROLE");
    }
    return refusals;
  }

  private List<String> schemaUsage(String verb, String to) throws SQLException {
    Object[] grantors =
        waiting.stream().map(grant -> unquoted(grant.grantor())).distinct().toArray();
    return Sql.texts(
        role,
        SCHEMAS_WITHOUT_USAGE.replace("{verb}", verb).replace("{to}", to),
        role.createArrayOf("text", grantors));
  }

  private static String unquoted(String name) {
    return name.startsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name;
  }
}

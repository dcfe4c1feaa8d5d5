package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Grants by roles with grant options, in a session that acts as them. A grant may need a later one,
 * or its grantor's access to a schema, which the grantor had when it granted.
 */
final class DelegatedGrants {
  private static final String SCHEMAS_WITHOUT_USAGE =
      """
      SELECT pg_catalog.format('%s USAGE ON SCHEMA %I %s %I', {verb}, n.nspname, {to}, r.rolname)
        FROM pg_catalog.pg_namespace n, pg_catalog.pg_roles r
       WHERE r.rolname = ANY (?) AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
         AND NOT pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
      """;

  /** A grant, with the grantor's name quoted as in SQL. */
  record Grant(TocEntry entry, String grantor, String sql) {}

  record Refusal(Grant grant, SQLException reason) {}

  private final Connection role;
  private List<Grant> waiting = new ArrayList<>();

  DelegatedGrants(Connection role) {
    this.role = role;
  }

  void add(Grant grant) {
    waiting.add(grant);
  }

  /** Runs all grants and returns those that were refused. */
  List<Refusal> grant() throws SQLException {
    List<Refusal> refusals = grantUntilNoProgress();
    if (refusals.isEmpty()) {
      return refusals;
    }
    // Revoked afterwards, because roles may have no more access than in the source.
    List<String> revocations = schemaUsage("'REVOKE'", "'FROM'");
    Sql.runAll(role, schemaUsage("'GRANT'", "'TO'"));
    try {
      return grantUntilNoProgress();
    } finally {
      Sql.runAll(role, revocations);
    }
  }

  private List<Refusal> grantUntilNoProgress() throws SQLException {
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
    for (Grant grant : waiting) {
      try {
        Sql.run(role, "SET ROLE " + grant.grantor());
        Grants.run(role, grant.sql());
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

package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Revokes the logins of the roles of a copied data directory. No role that the clones' role can act
 * as has more access than to the databases.
 */
final class PhysicalImportRoles {
  private static final int FIRST_WITH_GRANTORS = 16;

  /** Removes memberships of missing roles, which a new role with the same OID would inherit. */
  private static final String FORGET_STRANGERS =
      """
      DELETE FROM pg_catalog.pg_auth_members a
       WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_authid m WHERE m.oid = a.member)
          OR NOT EXISTS (SELECT FROM pg_catalog.pg_authid g WHERE g.oid = a.roleid)
      """;

  private static final String MEMBERSHIPS =
      """
      SELECT pg_catalog.quote_ident(g.rolname), pg_catalog.quote_ident(m.rolname),
             pg_catalog.quote_ident(o.rolname)
        FROM pg_catalog.pg_auth_members a
        JOIN pg_catalog.pg_roles g ON g.oid = a.roleid
        JOIN pg_catalog.pg_roles m ON m.oid = a.member
        JOIN pg_catalog.pg_roles o ON o.oid = a.grantor
       WHERE NOT m.rolsuper
         AND (g.rolsuper OR g.oid < 16384 OR g.rolname ~ '^pg_' OR g.rolname = '%1$s' OR m.rolname ~ '^pg_')
         AND NOT (m.rolname = 'pg_monitor' AND g.rolname IN
                  ('pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables'))
      """
          .formatted(PostgresLogin.CLONE_ROLE);

  private static final String ROLES =
      "SELECT rolname FROM pg_catalog.pg_roles"
          + " WHERE rolname !~ '^pg_' AND rolname NOT IN ('%s', '%s') AND %s ORDER BY rolname";

  private static final String EXISTS = "SELECT rolname FROM pg_catalog.pg_roles WHERE rolname = ?";

  private final Connection connection;
  private final int major;
  private final String formerBootstrapRole;

  /** An ordinary role gets the superuser's former name. */
  PhysicalImportRoles(Connection connection, int major, String formerBootstrapRole) {
    this.connection = connection;
    this.major = major;
    this.formerBootstrapRole = formerBootstrapRole;
  }

  /** Revokes the logins and creates the clones' role. */
  void revokeLogins() throws SQLException {
    Sql.run(connection, FORGET_STRANGERS);
    Sql.runAll(connection, Sql.list(connection, MEMBERSHIPS, this::revocation));
    Set<String> demoted = new HashSet<>();
    // The clones' role does not become a member: some of their objects belong to extensions.
    for (String role : roles("rolsuper AND oid <> 10")) {
      Sql.run(
          connection,
          "ALTER ROLE %s NOSUPERUSER NOLOGIN NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD NULL"
              .formatted(Sql.name(role)));
      demoted.add(role);
    }
    PostgresCluster.createCloneRole(connection, major);
    for (String role :
        roles("NOT rolsuper").stream().filter(name -> !demoted.contains(name)).toList()) {
      Sql.run(
          connection,
          "ALTER ROLE %s NOLOGIN NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD NULL"
              .formatted(Sql.name(role)));
      Sql.run(connection, "GRANT %s TO %s".formatted(Sql.name(role), PostgresLogin.CLONE_ROLE));
    }
    if (Sql.texts(connection, EXISTS, formerBootstrapRole).isEmpty()) {
      Sql.run(connection, "CREATE ROLE %s NOLOGIN".formatted(Sql.name(formerBootstrapRole)));
    }
  }

  private List<String> roles(String condition) throws SQLException {
    return Sql.texts(
        connection, ROLES.formatted(PostgresLogin.ADMIN, PostgresLogin.CLONE_ROLE, condition));
  }

  private String revocation(ResultSet row) throws SQLException {
    String grantor = major >= FIRST_WITH_GRANTORS ? " GRANTED BY " + row.getString(3) : "";
    return "REVOKE %s FROM %s%s CASCADE".formatted(row.getString(1), row.getString(2), grantor);
  }
}

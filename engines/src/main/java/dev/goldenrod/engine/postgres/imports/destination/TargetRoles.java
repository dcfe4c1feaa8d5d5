package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceCatalog;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Membership;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Creates the clones' role, and the source's roles without logins.
 *
 * <p>The clones' role can act as each of them. Therefore they only become members of predefined
 * roles that give access to nothing outside of the database: no file, program or other server.
 */
public final class TargetRoles {
  private static final int NO_LIMIT = -1;

  /** Predefined roles that only affect the database and its sessions. */
  private static final Set<String> SAFE =
      Set.of(
          "pg_read_all_data",
          "pg_write_all_data",
          "pg_maintain",
          "pg_monitor",
          "pg_read_all_settings",
          "pg_read_all_stats",
          "pg_stat_scan_tables",
          "pg_signal_backend",
          "pg_signal_autovacuum_worker");

  private final SourceMetadata metadata;
  private final StepReport report;

  public TargetRoles(SourceMetadata metadata, StepReport report) {
    this.metadata = metadata;
    this.report = report;
  }

  public void create(Connection connection) throws SQLException {
    PostgresCluster.createCloneRole(connection, metadata.major());
    PostgresCluster.closeDefaultDatabases(connection);
    List<Role> roles = metadata.roles().stream().filter(role -> !isOurs(role.name())).toList();
    for (Role role : roles) {
      Sql.run(
          connection,
          "CREATE ROLE %s NOLOGIN %s CONNECTION LIMIT %d"
              .formatted(
                  Sql.name(role.name()),
                  role.inherits() ? "INHERIT" : "NOINHERIT",
                  role.connectionLimit() == null ? NO_LIMIT : role.connectionLimit()));
    }
    for (Membership membership : metadata.memberships()) {
      join(connection, membership);
    }
    for (Role role : roles) {
      Sql.run(
          connection, "GRANT %s TO %s".formatted(Sql.name(role.name()), PostgresLogin.CLONE_ROLE));
    }
    if (metadata.roles().stream().anyMatch(role -> role.name().equals(PostgresLogin.ADMIN))) {
      report.warn(
          "role '%s' of the source has the name of Goldenrod's superuser: the users of clones are not members of it"
              .formatted(PostgresLogin.ADMIN));
    }
  }

  /** Returns whether Goldenrod has a role of that name itself. */
  static boolean isOurs(String role) {
    return role.equals(PostgresLogin.ADMIN) || role.equals(PostgresLogin.CLONE_ROLE);
  }

  private void join(Connection connection, Membership membership) throws SQLException {
    String group = membership.group();
    String member = membership.member();
    // The clones' role is a member of all others, so none of them can be its member.
    if (isOurs(group) || isOurs(member)) {
      return;
    }
    if (SourceCatalog.isPredefined(member)
        || SourceCatalog.isPredefined(group) && !SAFE.contains(group)) {
      report.warn(
          "role '%s' is a member of '%s' in the source, but not in clones, which have only those roles of PostgreSQL that reach nothing outside of a database"
              .formatted(member, group));
      return;
    }
    Sql.run(
        connection,
        "GRANT %s TO %s%s".formatted(Sql.name(group), Sql.name(member), options(membership)));
  }

  /** Before PostgreSQL 16, a membership has one option. */
  private static String options(Membership membership) {
    if (membership.inherits() == null || membership.sets() == null) {
      return membership.admin() ? " WITH ADMIN OPTION" : "";
    }
    return " WITH ADMIN %s, INHERIT %s, SET %s"
        .formatted(membership.admin(), membership.inherits(), membership.sets());
  }
}

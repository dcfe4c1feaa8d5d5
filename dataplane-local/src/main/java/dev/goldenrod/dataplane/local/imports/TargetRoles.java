package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceMetadata.Membership;
import dev.goldenrod.dataplane.local.imports.SourceMetadata.Role;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Creates the role that clones give out, and the source's roles, which nobody can log in with.
 *
 * <p>Of the predefined roles it gets those alone that reach no file and no program of the server,
 * and the source's roles get none, since it can act as each of them.
 */
final class TargetRoles {
  private static final int FIRST_WITH_CHECKPOINT = 15;

  private final SourceMetadata facts;
  private final StepReport report;

  TargetRoles(SourceMetadata facts, StepReport report) {
    this.facts = facts;
    this.report = report;
  }

  /** Creates all of them. */
  void create(Connection connection) throws SQLException {
    createCloneRole(connection, facts.major());
    // Where the superuser acts later on, nobody else has been.
    Sql.run(connection, "REVOKE ALL ON DATABASE template1 FROM PUBLIC");
    List<Role> roles = facts.roles().stream().filter(role -> !isOurs(role.name())).toList();
    for (Role role : roles) {
      Sql.run(
          connection,
          "CREATE ROLE %s NOLOGIN %s"
              .formatted(Sql.name(role.name()), role.inherits() ? "INHERIT" : "NOINHERIT"));
    }
    for (Membership membership : facts.memberships()) {
      join(connection, membership);
    }
    for (Role role : roles) {
      Sql.run(connection, "GRANT %s TO %s".formatted(Sql.name(role.name()), AdminRole.CLONE_ROLE));
    }
    if (facts.roles().stream().anyMatch(role -> role.name().equals(AdminRole.NAME))) {
      report.warn(
          "role '%s' of the source has the name of Goldenrod's superuser: clones' users are no member of it"
              .formatted(AdminRole.NAME));
    }
  }

  /** Creates the role that clones give out, unless it exists, with what it may do anywhere. */
  static void createCloneRole(Connection connection, int major) throws SQLException {
    boolean exists =
        Sql.number(
                connection,
                "SELECT count(*) FROM pg_catalog.pg_roles WHERE rolname = ?",
                AdminRole.CLONE_ROLE)
            > 0;
    Sql.run(
        connection,
        "%s ROLE %s LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD NULL"
            .formatted(exists ? "ALTER" : "CREATE", AdminRole.CLONE_ROLE));
    Sql.run(connection, "GRANT pg_monitor, pg_signal_backend TO " + AdminRole.CLONE_ROLE);
    if (major >= FIRST_WITH_CHECKPOINT) {
      Sql.run(connection, "GRANT pg_checkpoint TO " + AdminRole.CLONE_ROLE);
    }
  }

  /** Whether Goldenrod has a role of that name itself. */
  static boolean isOurs(String role) {
    return role.equals(AdminRole.NAME) || role.equals(AdminRole.CLONE_ROLE);
  }

  private void join(Connection connection, Membership membership) throws SQLException {
    // The clones' role is a member of all others anyway, and none can be a member of it in turn.
    if (!isOurs(membership.group()) && !isOurs(membership.member())) {
      Sql.run(
          connection,
          "GRANT %s TO %s".formatted(Sql.name(membership.group()), Sql.name(membership.member())));
    }
  }
}

package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.ClusterSetup;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Membership;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Creates the role that clones give out, and the source's roles, which nobody can log in with.
 *
 * <p>Of the predefined roles it gets those alone that reach no file and no program of the server,
 * and the source's roles get none, since it can act as each of them.
 */
public final class TargetRoles {
  private final SourceMetadata metadata;
  private final StepReport report;

  public TargetRoles(SourceMetadata metadata, StepReport report) {
    this.metadata = metadata;
    this.report = report;
  }

  /** Creates all of them. */
  public void create(Connection connection) throws SQLException {
    ClusterSetup.createCloneRole(connection, metadata.major());
    // Where the superuser acts later on, nobody else has been.
    Sql.run(connection, "REVOKE ALL ON DATABASE template1 FROM PUBLIC");
    List<Role> roles = metadata.roles().stream().filter(role -> !isOurs(role.name())).toList();
    for (Role role : roles) {
      Sql.run(
          connection,
          "CREATE ROLE %s NOLOGIN %s"
              .formatted(Sql.name(role.name()), role.inherits() ? "INHERIT" : "NOINHERIT"));
    }
    for (Membership membership : metadata.memberships()) {
      join(connection, membership);
    }
    for (Role role : roles) {
      Sql.run(connection, "GRANT %s TO %s".formatted(Sql.name(role.name()), AdminRole.CLONE_ROLE));
    }
    if (metadata.roles().stream().anyMatch(role -> role.name().equals(AdminRole.NAME))) {
      report.warn(
          "role '%s' of the source has the name of Goldenrod's superuser: clones' users are no member of it"
              .formatted(AdminRole.NAME));
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

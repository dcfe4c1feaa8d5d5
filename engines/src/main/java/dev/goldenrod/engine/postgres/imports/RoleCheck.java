package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Whether a data directory that is about to be a golden has the two known logins and no other, and
 * one superuser.
 */
public final class RoleCheck {
  private static final String NAMES = "'%s', '%s'".formatted(AdminRole.NAME, AdminRole.CLONE_ROLE);

  /**
   * The role that initdb made owns what is PostgreSQL's own, and cannot be less than a superuser.
   */
  private static final String NOT_POSTGRESQLS =
      "r.oid <> 10 AND r.rolname <> '%s'".formatted(AdminRole.NAME);

  private static final String STRANGERS =
      """
      SELECT r.rolname || ' ' || f.fault FROM pg_catalog.pg_authid r, LATERAL (VALUES
               (r.rolcanlogin AND r.rolname NOT IN (%1$s), 'can log in'),
               (r.rolpassword IS NOT NULL AND r.rolname <> '%2$s', 'has a password'),
               (r.rolsuper AND %4$s, 'is a superuser'),
               (r.rolreplication AND %4$s, 'can replicate'),
               (r.rolbypassrls AND %4$s, 'bypasses row security'),
               (r.rolcreaterole AND %4$s, 'can create roles'),
               (r.rolcreatedb AND %4$s, 'can create databases')) f (holds, fault)
       WHERE f.holds
       UNION ALL
      SELECT n.name || ' cannot log in' FROM (VALUES ('%2$s'), ('%3$s')) n (name)
       WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_authid r
                          WHERE r.rolname = n.name AND r.rolcanlogin)
       UNION ALL
      SELECT '%2$s is no superuser' WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_authid r
                          WHERE r.rolname = '%2$s' AND r.rolsuper)
       UNION ALL
      SELECT '%3$s is a member of ' || r.rolname FROM pg_catalog.pg_authid r
       WHERE pg_catalog.pg_has_role('%3$s', r.oid, 'MEMBER')
         AND (r.rolsuper OR r.rolname IN ('%2$s', 'pg_read_server_files', 'pg_write_server_files',
                           'pg_execute_server_program'))
       ORDER BY 1
      """
          .formatted(NAMES, AdminRole.NAME, AdminRole.CLONE_ROLE, NOT_POSTGRESQLS);

  private RoleCheck() {}

  /**
   * Looks at the server's roles.
   *
   * @throws DataPlaneException when anybody else gets in, or has more than a clone's user may
   */
  public static void require(Connection admin) throws SQLException {
    List<String> faults = Sql.texts(admin, STRANGERS);
    if (!faults.isEmpty()) {
      throw new DataPlaneException(
          "the cluster is not used, since its roles are not those of a golden: %s; look at what the source runs while it is loaded"
              .formatted(String.join(", ", faults)));
    }
  }
}

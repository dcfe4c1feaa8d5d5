package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks that a future golden has the two known logins and no other, and one superuser. */
public final class RoleCheck {
  private static final String NAMES = "'%s', '%s'".formatted(AdminRole.NAME, AdminRole.CLONE_ROLE);

  /** OIDs 4569 to 4571 are PostgreSQL's roles that read files, write files and run programs. */
  private static final String STRANGERS =
      """
      SELECT r.rolname || ' ' || f.fault FROM pg_catalog.pg_authid r, LATERAL (VALUES
               (r.rolcanlogin AND r.rolname NOT IN (%1$s), 'can log in'),
               (r.rolpassword IS NOT NULL AND r.rolname <> '%2$s', 'has a password'),
               (r.rolsuper AND r.rolname <> '%2$s', 'is a superuser'),
               (r.rolreplication AND r.rolname <> '%2$s', 'can replicate'),
               (r.rolbypassrls AND r.rolname <> '%2$s', 'bypasses row security'),
               (r.rolcreaterole AND r.rolname <> '%2$s', 'can create roles'),
               (r.rolcreatedb AND r.rolname <> '%2$s', 'can create databases')) f (holds, fault)
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
         AND (r.rolsuper OR r.rolname = '%2$s' OR r.oid IN (4569, 4570, 4571))
       ORDER BY 1
      """
          .formatted(NAMES, AdminRole.NAME, AdminRole.CLONE_ROLE);

  private static final int FIRST_WITH_PARAMETER_GRANTS = 15;

  private static final String PARAMETERS =
      """
      SELECT DISTINCT COALESCE(r.rolname, 'PUBLIC') || ' may set ' || p.parname
        FROM pg_catalog.pg_parameter_acl p
       CROSS JOIN LATERAL pg_catalog.aclexplode(p.paracl) a
        LEFT JOIN pg_catalog.pg_authid r ON r.oid = a.grantee
       WHERE r.rolsuper IS NOT TRUE
       ORDER BY 1
      """;

  private RoleCheck() {}

  /** Throws if another role can log in or has more than a clone's user may have. */
  public static void require(Connection admin) throws SQLException {
    List<String> faults = new ArrayList<>(Sql.texts(admin, STRANGERS));
    if (admin.getMetaData().getDatabaseMajorVersion() >= FIRST_WITH_PARAMETER_GRANTS) {
      faults.addAll(Sql.texts(admin, PARAMETERS));
    }
    if (!faults.isEmpty()) {
      throw new DataPlaneException(
          "the cluster is rejected because its roles are not those of a golden: %s; check what the source runs while it is loaded"
              .formatted(String.join(", ", faults)));
    }
  }
}

package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.destination.ExtensionTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Prepares one database of a copied data directory for clones, and makes their role its owner. */
final class PhysicalImportDatabase {
  /** Each query returns statements that remove one kind of objects that clones must not have. */
  private static final List<String> REMOVALS =
      List.of(
          """
          SELECT pg_catalog.format('ALTER SUBSCRIPTION %1$I DISABLE', subname)
            FROM pg_catalog.pg_subscription WHERE subdbid = (SELECT oid FROM pg_catalog.pg_database
                  WHERE datname = pg_catalog.current_database())
          """,
          """
          SELECT pg_catalog.format('ALTER SUBSCRIPTION %1$I SET (slot_name = NONE)', subname)
            FROM pg_catalog.pg_subscription WHERE subdbid = (SELECT oid FROM pg_catalog.pg_database
                  WHERE datname = pg_catalog.current_database())
          """,
          """
          SELECT pg_catalog.format('DROP SUBSCRIPTION %1$I', subname)
            FROM pg_catalog.pg_subscription WHERE subdbid = (SELECT oid FROM pg_catalog.pg_database
                  WHERE datname = pg_catalog.current_database())
          """,
          "SELECT pg_catalog.format('DROP EVENT TRIGGER %1$I', evtname) FROM pg_catalog.pg_event_trigger",
          """
          SELECT pg_catalog.format('DROP USER MAPPING FOR %s SERVER %I',
                   CASE WHEN umuser = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(usename) END,
                   srvname) FROM pg_catalog.pg_user_mappings
          """,
          """
          SELECT pg_catalog.format('DROP EXTENSION %1$I CASCADE', extname)
            FROM pg_catalog.pg_extension WHERE extname IN ('adminpack', 'file_fdw')
          """,
          // These privileges let functions of the user run as the superuser, who owns the table.
          """
          SELECT DISTINCT pg_catalog.format('REVOKE REFERENCES, TRIGGER ON TABLE %s FROM %s CASCADE',
                   c.oid::pg_catalog.regclass,
                   CASE WHEN a.grantee = 0 THEN 'PUBLIC'
                        ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END)
            FROM pg_catalog.pg_class c, LATERAL (
                 SELECT * FROM pg_catalog.aclexplode(c.relacl)
                 UNION ALL SELECT x.* FROM pg_catalog.pg_attribute t,
                                  LATERAL pg_catalog.aclexplode(t.attacl) x
                            WHERE t.attrelid = c.oid) a
           WHERE c.relkind IN ('r', 'p') AND a.grantee <> c.relowner
             AND a.privilege_type IN ('REFERENCES', 'TRIGGER')
             AND EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.objid = c.oid
                            AND e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                            AND e.deptype = 'e')
          """,
          """
          SELECT pg_catalog.format('ALTER TABLE %s DROP CONSTRAINT %I',
                                   k.conrelid::pg_catalog.regclass, k.conname)
            FROM pg_catalog.pg_constraint k
           WHERE k.contype = 'f' AND k.conparentid = 0
             AND EXISTS (SELECT FROM pg_catalog.pg_depend e WHERE e.objid = k.confrelid
                            AND e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                            AND e.deptype = 'e')
             AND EXISTS (SELECT FROM pg_catalog.pg_attribute a
                           JOIN pg_catalog.pg_cast c ON c.castsource = a.atttypid
                          WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
                            AND c.castfunc >= 16384 AND NOT EXISTS (
                                SELECT FROM pg_catalog.pg_depend e WHERE e.objid = c.castfunc
                                   AND e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                                   AND e.deptype = 'e'))
          """);

  /** Otherwise they would apply to trusted extensions, whose scripts run as the superuser. */
  private static final List<String> WITHOUT_DEFAULT_PRIVILEGES =
      List.of(
          "DELETE FROM pg_depend WHERE classid = 'pg_default_acl'::regclass AND objid IN (%s)",
          "DELETE FROM pg_shdepend WHERE classid = 'pg_default_acl'::regclass AND objid IN (%s)",
          "DELETE FROM pg_default_acl WHERE oid IN (%s)");

  private static final String DEFAULT_PRIVILEGES_OF_SUPERUSERS =
      "SELECT d.oid FROM pg_default_acl d JOIN pg_authid r ON r.oid = d.defaclrole WHERE r.rolsuper";

  /** OIDs below 16384 are PostgreSQL's own objects, but users choose those of large objects. */
  private static final String OBJECTS =
      """
      SELECT oid FROM pg_catalog.pg_class WHERE oid >= 16384
      UNION ALL SELECT oid FROM pg_catalog.pg_proc WHERE oid >= 16384
      UNION ALL SELECT oid FROM pg_catalog.pg_type WHERE oid >= 16384
      UNION ALL SELECT oid FROM pg_catalog.pg_largeobject_metadata
      """;

  private final Connection connection;
  private final SystemCatalogs catalogs;
  private final FreshCluster fresh;
  private final StepReport report;

  PhysicalImportDatabase(
      Connection connection, SystemCatalogs catalogs, FreshCluster fresh, StepReport report) {
    this.connection = connection;
    this.catalogs = catalogs;
    this.fresh = fresh;
    this.report = report;
  }

  /**
   * Removes what clones must not have, and makes the clones' role the owner of the rest. Throws if
   * something must not be cloned.
   */
  void handOver(String name) throws SQLException {
    catalogs.requireUnchanged(connection, name);
    for (String removal : REMOVALS) {
      for (String statement : Sql.texts(connection, removal)) {
        Sql.run(connection, statement);
        report.warn("executed in the copy of database '%s': %s".formatted(name, statement));
      }
    }
    new ExtensionMembers(connection, name, report).compareWith(fresh);
    catalogs.restorePrivileges(connection, name, report);
    for (String statement : WITHOUT_DEFAULT_PRIVILEGES) {
      Sql.run(connection, statement.formatted(DEFAULT_PRIVILEGES_OF_SUPERUSERS));
    }
    for (String warning : CatalogChecks.rowSecurityWarnings(connection)) {
      report.warn("database '%s': %s".formatted(name, warning));
    }
    FormerOwnerGrants owners = FormerOwnerGrants.read(connection);
    new OwnershipTransfer(connection, report).run();
    Sql.runAll(connection, ExtensionTables.of(connection).grants());
    owners.grant(connection);
    CatalogChecks.requireNoEscalation(connection, name);
    Sql.run(
        connection,
        "ALTER DATABASE %s OWNER TO %s".formatted(Sql.name(name), PostgresLogin.CLONE_ROLE));
  }

  /**
   * Leaves an empty database to the superuser. From another database, the clones' role could drop
   * the one that its clients use.
   */
  void closeIfEmpty(String name) throws SQLException {
    if (Sql.texts(connection, OBJECTS).isEmpty()) {
      Sql.run(
          connection,
          "ALTER DATABASE %s OWNER TO %s".formatted(Sql.name(name), PostgresLogin.ADMIN));
      Sql.run(
          connection,
          "UPDATE pg_catalog.pg_database SET datacl = '{%1$s=CTc/%1$s}' WHERE datname =%2$s"
              .formatted(PostgresLogin.ADMIN, Sql.text(name)));
    }
  }
}

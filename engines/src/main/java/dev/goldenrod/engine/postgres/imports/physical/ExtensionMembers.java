package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares the members of a copied database's extensions, which the superuser owns in clones, with
 * those that the installed extension of the same version creates. Others lose their membership.
 */
final class ExtensionMembers {
  /** Created by {@code initdb}. */
  private static final String BUILT_IN = "plpgsql";

  // Queries with pg_catalog as the search path, for a copied and for a fresh database.
  private static final String EXTENSIONS =
      """
      SELECT e.extname, n.nspname, e.extversion
        FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace ORDER BY e.oid
      """;

  /** Each row has a member, a digest of what it runs, and the privileges of a function. */
  private static final String MEMBERS =
      """
      SELECT format('%s %s of %s', i.type, i.identity, e.extname) AS member,
             encode(sha256(convert_to(CASE d.classid
               WHEN 'pg_proc'::regclass THEN format('%s %s', p.prokind,
                    CASE WHEN p.prokind = 'a'
                         THEN (SELECT format('%s %s %s %s %s %s %s', a.aggtransfn, a.aggfinalfn,
                                      a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
                                      a.aggmtransfn, a.aggmfinalfn)
                                 FROM pg_aggregate a WHERE a.aggfnoid = p.oid)
                         ELSE pg_get_functiondef(p.oid) END)
               WHEN 'pg_class'::regclass THEN (
                    SELECT format('%s %s %s', c.relkind, c.reloptions::text,
                                  CASE WHEN c.relkind IN ('v', 'm')
                                       THEN pg_get_viewdef(c.oid) END)
                      FROM pg_class c WHERE c.oid = d.objid)
               WHEN 'pg_type'::regclass THEN (
                    SELECT format('%s %s %s %s %s %s %s %s', t.typtype, t.typinput, t.typoutput,
                                  t.typreceive, t.typsend, t.typmodin, t.typmodout, t.typanalyze)
                      FROM pg_type t WHERE t.oid = d.objid)
               WHEN 'pg_operator'::regclass THEN (
                    SELECT format('%s %s %s', o.oprcode, o.oprrest, o.oprjoin)
                      FROM pg_operator o WHERE o.oid = d.objid)
               WHEN 'pg_cast'::regclass THEN (
                    SELECT format('%s %s', c.castfunc::regprocedure, c.castcontext)
                      FROM pg_cast c WHERE c.oid = d.objid)
               WHEN 'pg_language'::regclass THEN (
                    SELECT format('%s %s %s %s', l.lanpltrusted, l.lanplcallfoid::regproc,
                                  l.laninline::regproc, l.lanvalidator::regproc)
                      FROM pg_language l WHERE l.oid = d.objid)
               WHEN 'pg_foreign_data_wrapper'::regclass THEN (
                    SELECT format('%s %s', w.fdwhandler::regproc, w.fdwvalidator::regproc)
                      FROM pg_foreign_data_wrapper w WHERE w.oid = d.objid)
               ELSE '' END, 'UTF8')), 'hex') AS digest,
             p.proacl::text AS acl,
             d.classid::int8 AS catalog, d.objid::int8 AS object
        FROM pg_depend d
        LEFT JOIN pg_extension e
          ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
        LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid,
             pg_identify_object(d.classid, d.objid, d.objsubid) i
       WHERE d.deptype = 'e'
      """;

  /**
   * Finds what runs as the owner of an extension's table, or in statements on it. Each row has a
   * statement that drops it, and a digest of its definition. Indexes of plain columns run no code.
   */
  private static final String ATTACHMENTS =
      """
      SELECT q.removal, encode(sha256(convert_to(q.definition, 'UTF8')), 'hex') AS digest
        FROM (
        SELECT r.ev_class AS relation,
               format('DROP RULE %I ON %s', r.rulename, r.ev_class::regclass) AS removal,
               pg_get_ruledef(r.oid) AS definition
          FROM pg_rewrite r WHERE r.rulename <> '_RETURN'
        UNION ALL
        SELECT t.tgrelid, format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass),
               pg_get_triggerdef(t.oid)
          FROM pg_trigger t WHERE NOT t.tgisinternal
        UNION ALL
        SELECT i.indrelid, format('DROP INDEX %s CASCADE', i.indexrelid::regclass),
               pg_get_indexdef(i.indexrelid)
          FROM pg_index i WHERE i.indexprs IS NOT NULL OR i.indpred IS NOT NULL
        UNION ALL
        SELECT s.stxrelid,
               format('DROP STATISTICS %s.%I', s.stxnamespace::regnamespace, s.stxname),
               pg_get_statisticsobjdef(s.oid)
          FROM pg_statistic_ext s
        UNION ALL
        SELECT k.conrelid,
               format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname),
               pg_get_constraintdef(k.oid)
          FROM pg_constraint k WHERE k.contype IN ('f', 'c') AND k.conrelid <> 0 AND k.conparentid = 0) q
       WHERE q.relation IN (SELECT d.objid FROM pg_depend d
                             WHERE d.classid = 'pg_class'::regclass AND d.deptype = 'e')
      """;

  private static final String COLUMNS = "kind, name, digest, acl";

  /** The rows of both queries, after a column with the kind of row. */
  private static final String ALL =
      """
      SELECT 'member' AS kind, m.member AS name, m.digest, m.acl FROM (%s) m
      UNION ALL SELECT 'attachment', a.removal, a.digest, NULL FROM (%s) a
      """
          .formatted(MEMBERS, ATTACHMENTS);

  private static final String TAKE_OUT =
      """
      DELETE FROM pg_depend WHERE deptype = 'e' AND classid = %1$d::oid AND objid = %2$d::oid
      """;

  private static final String FORGET_PRIVILEGES =
      """
      DELETE FROM pg_init_privs WHERE classoid = %1$d::oid AND objoid = %2$d::oid
      """;

  private record Extension(String name, String schema, String version) {
    @Override
    public String toString() {
      return "%s %s".formatted(OneLine.of(name), OneLine.of(version));
    }
  }

  private record Member(String name, String digest, String acl, long catalog, long object) {}

  private final Connection admin;
  private final String database;
  private final StepReport report;

  ExtensionMembers(Connection admin, String database, StepReport report) {
    this.admin = admin;
    this.database = database;
    this.report = report;
  }

  /**
   * Removes members that the installed extensions do not create, drops what was attached to their
   * tables, and restores the privileges of their functions.
   */
  void compareWith(FreshCluster fresh) throws SQLException {
    List<Extension> extensions =
        Sql.list(
            admin,
            EXTENSIONS,
            row -> new Extension(row.getString(1), row.getString(2), row.getString(3)));
    List<String> creation = creation(extensions);
    List<List<String>> made;
    try {
      made = fresh.rows(creation, COLUMNS, ALL);
    } catch (DataPlaneException e) {
      throw new DataPlaneException(
          "the extensions of database '%s' cannot be compared with the installed ones: %s; the database has %s; install these versions, or update or drop the extensions in the source"
              .formatted(
                  OneLine.of(database),
                  e.getMessage(),
                  extensions.stream().map(Extension::toString).collect(Collectors.joining(", "))),
          e);
    }
    compareMembers(made);
    compareAttachments(made);
  }

  private List<String> creation(List<Extension> extensions) {
    List<String> statements = new ArrayList<>();
    for (Extension extension : extensions) {
      if (extension.name().equals(BUILT_IN)) {
        continue;
      }
      String statement =
          "CREATE EXTENSION %s SCHEMA %s VERSION %s"
              .formatted(
                  Sql.name(extension.name()),
                  Sql.name(extension.schema()),
                  Sql.name(extension.version()));
      if (!statement.equals(OneLine.of(statement))) {
        throw new DataPlaneException(
            "database '%s' cannot be cloned: extension %s has a name, schema or version with a control character"
                .formatted(OneLine.of(database), extension));
      }
      if (!extension.schema().startsWith("pg_")) {
        statements.add("CREATE SCHEMA IF NOT EXISTS " + Sql.name(extension.schema()));
      }
      statements.add(statement);
    }
    return statements;
  }

  private void compareMembers(List<List<String>> fresh) throws SQLException {
    Map<String, List<String>> made = new HashMap<>();
    fresh.forEach(row -> made.put(row.get(1), row));
    List<Member> members =
        Sql.list(
            admin,
            MEMBERS,
            row ->
                new Member(
                    row.getString("member"),
                    row.getString("digest"),
                    row.getString("acl") == null ? "" : row.getString("acl"),
                    row.getLong("catalog"),
                    row.getLong("object")));
    for (Member member : members) {
      List<String> expected = made.get(member.name());
      if (expected == null || !expected.get(2).equals(member.digest())) {
        takeOut(member);
      } else if (!expected.get(3).isEmpty() && !expected.get(3).equals(member.acl())) {
        Sql.run(
            admin,
            "UPDATE pg_proc SET proacl = %s::aclitem[] WHERE oid = %d::oid"
                .formatted(Sql.text(expected.get(3)), member.object()));
      }
    }
  }

  private void takeOut(Member member) throws SQLException {
    Sql.run(admin, TAKE_OUT.formatted(member.catalog(), member.object()));
    Sql.run(admin, FORGET_PRIVILEGES.formatted(member.catalog(), member.object()));
    report.warn(
        "database '%s': %s no longer belongs to the extension, whose installed version does not create it like this"
            .formatted(database, OneLine.of(member.name())));
  }

  private void compareAttachments(List<List<String>> fresh) throws SQLException {
    List<List<String>> here =
        Sql.list(
            admin,
            ATTACHMENTS,
            row -> List.of("attachment", row.getString(1), row.getString(2), ""));
    for (List<String> attachment : here) {
      if (!fresh.contains(attachment)) {
        Sql.run(admin, attachment.get(1));
        report.warn(
            "executed in the copy of database '%s': %s"
                .formatted(database, OneLine.of(attachment.get(1))));
      }
    }
  }
}

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
            ExtensionQueries.EXTENSIONS,
            row -> new Extension(row.getString(1), row.getString(2), row.getString(3)));
    List<String> creation = creation(extensions);
    List<List<String>> made;
    try {
      made = fresh.rows(creation, ExtensionQueries.COLUMNS, ExtensionQueries.ALL);
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
            ExtensionQueries.MEMBERS,
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
            ExtensionQueries.ATTACHMENTS,
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

package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's own objects in a fresh data directory, for comparison with a copied database. */
final class SystemCatalogs {
  private static final int MOST_NAMES = 5;

  /** By catalog: the column with the privileges, and a condition that finds an object by name. */
  private static final Map<String, String> PRIVILEGES =
      Map.of(
          "pg_proc", "proacl = ?::aclitem[] WHERE t.oid < 16384 AND t.oid::regprocedure::text = ?",
          "pg_class", "relacl = ?::aclitem[] WHERE t.oid < 16384 AND t.oid::regclass::text = ?",
          "pg_attribute",
              "attacl = ?::aclitem[] WHERE t.attrelid < 16384 AND t.attrelid::regclass || ' ' || t.attname = ?",
          "pg_type", "typacl = ?::aclitem[] WHERE t.oid < 16384 AND t.oid::regtype::text = ?",
          "pg_language", "lanacl = ?::aclitem[] WHERE t.oid < 16384 AND t.lanname = ?",
          "pg_namespace", "nspacl = ?::aclitem[] WHERE t.oid < 16384 AND t.nspname = ?");

  private static final String FORGET_GRANTEES =
      """
      DELETE FROM pg_shdepend d WHERE d.deptype = 'a' AND d.objid < 16384
         AND d.classid IN ('pg_proc'::regclass, 'pg_class'::regclass, 'pg_type'::regclass,
                           'pg_language'::regclass, 'pg_namespace'::regclass)
         AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
         AND NOT (d.classid = 'pg_namespace'::regclass
                  AND d.objid = (SELECT n.oid FROM pg_namespace n WHERE n.nspname = 'public'))
      """;

  private static final String CLOSE_VIEW =
      "UPDATE pg_class t SET relacl = '{}' WHERE t.oid < 16384 AND t.oid::regclass::text = ?";

  private final Map<String, String> digests;
  private final Map<String, String> views;
  private final Map<List<String>, String> privileges;

  private SystemCatalogs(
      Map<String, String> digests,
      Map<String, String> views,
      Map<List<String>, String> privileges) {
    this.digests = digests;
    this.views = views;
    this.privileges = privileges;
  }

  static SystemCatalogs of(FreshCluster fresh) {
    Map<String, String> digests = new HashMap<>();
    Map<String, String> views = new HashMap<>();
    Map<List<String>, String> privileges = new HashMap<>();
    for (List<String> row :
        fresh.rows(List.of(), SystemCatalogQueries.COLUMNS, SystemCatalogQueries.ALL)) {
      switch (row.get(0)) {
        case "row" -> digests.put(row.get(1), row.get(3));
        case "view" -> views.put(row.get(1), row.get(2));
        default -> privileges.put(row.subList(1, 3), row.get(3));
      }
    }
    return new SystemCatalogs(digests, views, privileges);
  }

  /**
   * Throws if PostgreSQL's own functions, types and other objects differ from the fresh ones. Must
   * run before a session of the superuser calls any of them.
   */
  void requireUnchanged(Connection admin, String database) throws SQLException {
    Set<String> shadows = new TreeSet<>(Sql.texts(admin, SystemCatalogQueries.SHADOWS));
    if (!shadows.isEmpty()) {
      throw refusal(database, "PostgreSQL could call these functions instead of its own", shadows);
    }
    Set<String> changed = new TreeSet<>();
    Sql.list(
        admin,
        SystemCatalogQueries.ROWS,
        row -> {
          boolean differs = !row.getString(3).equals(digests.get(row.getString(1)));
          return differs && changed.add("%s (%s)".formatted(row.getString(2), row.getString(1)));
        });
    if (!changed.isEmpty()) {
      throw refusal(
          database,
          "these objects differ from those that initdb of the installed PostgreSQL creates",
          changed);
    }
  }

  /**
   * Restores the privileges of PostgreSQL's own objects, except the schema {@code public}. Revokes
   * all privileges on views that are defined differently than in the fresh data directory.
   */
  void restorePrivileges(Connection admin, String database, StepReport report) throws SQLException {
    Map<List<String>, String> here = new HashMap<>();
    Sql.list(
        admin,
        SystemCatalogQueries.PRIVILEGES,
        row -> here.put(List.of(row.getString(1), row.getString(2)), row.getString(3)));
    Set<List<String>> all = new HashSet<>(here.keySet());
    all.addAll(privileges.keySet());
    for (List<String> object : all) {
      String fresh = privileges.get(object);
      if (fresh == null || !fresh.equals(here.get(object))) {
        update(
            admin,
            "UPDATE %s t SET %s".formatted(object.get(0), PRIVILEGES.get(object.get(0))),
            fresh,
            object.get(1));
        report.warn(
            "database '%s': the privileges of %s were reset to those of a new cluster"
                .formatted(database, object.get(1)));
      }
    }
    Sql.run(admin, FORGET_GRANTEES);
    closeViews(admin, database, report);
  }

  private void closeViews(Connection admin, String database, StepReport report)
      throws SQLException {
    List<List<String>> here =
        Sql.list(
            admin, SystemCatalogQueries.VIEWS, row -> List.of(row.getString(1), row.getString(2)));
    for (List<String> view : here) {
      if (!view.get(1).equals(views.get(view.get(0)))) {
        update(admin, CLOSE_VIEW, view.get(0));
        report.warn(
            "database '%s': view %s is not accessible because this PostgreSQL defines it differently"
                .formatted(database, view.get(0)));
      }
    }
  }

  private static void update(Connection admin, String sql, @Nullable String... values)
      throws SQLException {
    try (PreparedStatement statement = admin.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private static DataPlaneException refusal(String database, String why, Set<String> names) {
    String first =
        names.stream().limit(MOST_NAMES).map(OneLine::of).collect(Collectors.joining(", "));
    String more =
        names.size() > MOST_NAMES ? " and %d more".formatted(names.size() - MOST_NAMES) : "";
    return new DataPlaneException(
        "database '%s' cannot be cloned: %s: %s%s; restore a dump of it in a new cluster, and use that cluster"
            .formatted(OneLine.of(database), why, first, more));
  }
}

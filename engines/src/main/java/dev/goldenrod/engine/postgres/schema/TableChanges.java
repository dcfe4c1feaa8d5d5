package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.Change;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds changes for tables and enums that two databases have in common, with alternatives. */
public final class TableChanges {
  private final List<List<Change>> changes = new ArrayList<>();

  private TableChanges() {}

  /** Compares the databases of two sessions, whose search paths are empty. */
  public static List<List<Change>> between(Connection from, Connection to) throws SQLException {
    return between(TableCatalog.read(from), TableCatalog.read(to));
  }

  static List<List<Change>> between(TableCatalog from, TableCatalog to) {
    TableChanges all = new TableChanges();
    to.enums().forEach((name, labels) -> all.addLabels(name, from.enums().get(name), labels));
    to.tables()
        .forEach(
            (name, table) -> {
              if (from.tables().containsKey(name)) {
                all.change(name, from.tables().get(name), table);
              }
            });
    return all.changes;
  }

  /** PostgreSQL can add labels anywhere, but not remove or move them. */
  private void addLabels(String name, @Nullable List<String> from, List<String> to) {
    if (from == null || !to.stream().filter(Set.copyOf(from)::contains).toList().equals(from)) {
      return;
    }
    List<String> there = new ArrayList<>(from);
    for (int at = 0; at < to.size(); at++) {
      String label = to.get(at);
      if (at == there.size() || !there.get(at).equals(label)) {
        String place = at < there.size() ? " BEFORE " + there.get(at) : "";
        add("ALTER TYPE " + name + " ADD VALUE " + label + place);
        there.add(at, label);
      }
    }
  }

  private void change(String name, TableCatalog.Table from, TableCatalog.Table to) {
    String alter = "ALTER TABLE " + name + " ";
    differing(from.checks(), to.checks()).stream()
        .filter(from.checks()::containsKey)
        .forEach(check -> add(alter + "DROP CONSTRAINT " + check));
    from.columns()
        .forEach(
            (column, there) -> {
              if (!to.columns().containsKey(column)) {
                changes.add(List.of(ColumnChanges.dropped(name, column, there)));
              }
            });
    to.columns()
        .forEach(
            (column, wanted) -> {
              Column there = from.columns().get(column);
              if (there == null) {
                wanted.added(column).forEach(action -> add(alter + action));
              } else {
                changes.addAll(ColumnChanges.between(name, column, there, wanted));
              }
            });
    differing(from.checks(), to.checks()).stream()
        .filter(to.checks()::containsKey)
        .forEach(check -> add(alter + "ADD CONSTRAINT " + check + " " + to.checks().get(check)));
  }

  private void add(String statement) {
    changes.add(List.of(Change.of(statement)));
  }

  private static Set<String> differing(Map<String, String> from, Map<String, String> to) {
    Set<String> names = new LinkedHashSet<>(from.keySet());
    names.addAll(to.keySet());
    names.removeIf(name -> String.valueOf(from.get(name)).equals(String.valueOf(to.get(name))));
    return names;
  }
}

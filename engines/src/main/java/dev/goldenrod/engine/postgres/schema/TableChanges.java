package dev.goldenrod.engine.postgres.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements that change tables and enums that both of two databases have. */
public final class TableChanges {
  private final List<String> statements = new ArrayList<>();

  private TableChanges() {}

  /**
   * What turns those of one database into those of the other, each statement by itself.
   *
   * @param from a session in whose search path nothing is
   * @param to the same
   */
  public static List<String> between(Connection from, Connection to) throws SQLException {
    return between(TableCatalog.read(from), TableCatalog.read(to));
  }

  static List<String> between(TableCatalog from, TableCatalog to) {
    TableChanges changes = new TableChanges();
    to.enums().forEach((name, labels) -> changes.addLabels(name, from.enums().get(name), labels));
    to.tables()
        .forEach(
            (name, table) -> {
              if (from.tables().containsKey(name)) {
                changes.change(name, from.tables().get(name), table);
              }
            });
    return changes.statements;
  }

  /** Labels can be added anywhere, and nothing else. */
  private void addLabels(String name, @Nullable List<String> from, List<String> to) {
    if (from == null || !to.stream().filter(Set.copyOf(from)::contains).toList().equals(from)) {
      return;
    }
    List<String> there = new ArrayList<>(from);
    for (int at = 0; at < to.size(); at++) {
      String label = to.get(at);
      if (at == there.size() || !there.get(at).equals(label)) {
        String place = at < there.size() ? " BEFORE " + there.get(at) : "";
        statements.add("ALTER TYPE " + name + " ADD VALUE " + label + place);
        there.add(at, label);
      }
    }
  }

  private void change(String name, TableCatalog.Table from, TableCatalog.Table to) {
    List<String> actions = new ArrayList<>();
    differing(from.checks(), to.checks()).stream()
        .filter(from.checks()::containsKey)
        .forEach(check -> actions.add("DROP CONSTRAINT " + check));
    from.columns().keySet().stream()
        .filter(column -> !to.columns().containsKey(column))
        .forEach(column -> actions.add("DROP COLUMN " + column));
    to.columns()
        .forEach(
            (column, wanted) -> {
              Column there = from.columns().get(column);
              actions.addAll(there == null ? wanted.added(column) : wanted.changed(column, there));
            });
    differing(from.checks(), to.checks()).stream()
        .filter(to.checks()::containsKey)
        .forEach(check -> actions.add("ADD CONSTRAINT " + check + " " + to.checks().get(check)));
    actions.forEach(action -> statements.add("ALTER TABLE " + name + " " + action));
  }

  /** The names of those that are not the same on both sides. */
  private static Set<String> differing(Map<String, String> from, Map<String, String> to) {
    Set<String> names = new LinkedHashSet<>(from.keySet());
    names.addAll(to.keySet());
    names.removeIf(name -> String.valueOf(from.get(name)).equals(String.valueOf(to.get(name))));
    return names;
  }
}

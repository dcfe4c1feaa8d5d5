package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.postgres.schema.TableCatalog.Column;
import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.Change.DataLoss;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Finds the changes that turn a column into another with the same name, with alternatives. */
  private static final class ColumnChanges {
    private final String table;
    private final String name;
    private final Column from;
    private final Column to;
    private final List<List<Change>> changes = new ArrayList<>();

    private ColumnChanges(String table, String name, Column from, Column to) {
      this.table = table;
      this.name = name;
      this.from = from;
      this.to = to;
    }

    static List<List<Change>> between(String table, String name, Column from, Column to) {
      ColumnChanges all = new ColumnChanges(table, name, from, to);
      if (!from.equals(to)) {
        all.find();
      }
      return all.changes;
    }

    static Change dropped(String table, String name, Column from) {
      Change drop = Change.of("ALTER TABLE " + table + " DROP COLUMN " + name);
      return from.isGenerated() ? drop : drop.losing(List.of(Losses.ofColumn(table, name)));
    }

    private void find() {
      if (to.isGenerated() && !isGeneratedAlike()) {
        changes.add(List.of(dropped(table, name, from)));
        to.added(name).forEach(action -> add("ALTER TABLE " + table + " " + action));
        return;
      }
      changeValue();
      changeIdentity();
      if (to.required() != from.required()) {
        alter(to.required() ? "SET NOT NULL" : "DROP NOT NULL");
      }
    }

    private boolean isGeneratedAlike() {
      return to.generated().equals(from.generated())
          && to.value().equals(from.value())
          && !retyped();
    }

    private boolean retyped() {
      return !to.type().equals(from.type()) || !to.collation().equals(from.collation());
    }

    /** The type cannot change while there is a default. */
    private void changeValue() {
      if (from.isGenerated() && !to.isGenerated()) {
        alter("DROP EXPRESSION");
      } else if (!from.value().isEmpty() && (retyped() || to.value().isEmpty())) {
        alter("DROP DEFAULT");
      }
      if (retyped()) {
        retype();
      }
      boolean same =
          to.value().equals(from.value()) && to.generated().equals(from.generated()) && !retyped();
      if (!to.isGenerated() && !to.value().isEmpty() && !same) {
        alter("SET DEFAULT " + to.value());
      }
    }

    /**
     * Converts values as if they were stored again: too long ones are refused. A cast to the type
     * with its length would truncate them, so the explicit cast is to the type without length.
     */
    private void retype() {
      String retype = alteration("TYPE " + to.collatedType());
      List<DataLoss> losses =
          Optional.of(to.type())
              .filter(type -> !TypeWidening.holds(from.type(), type))
              .map(type -> List.of(Losses.ofRetyping(table, name, from.type(), type)))
              .orElse(List.of());
      changes.add(
          List.of(
              Change.of(retype).losing(losses),
              Change.of(retype + " USING " + name + "::" + TypeWidening.unlimited(to.type()))
                  .losing(losses)));
    }

    private void changeIdentity() {
      if (!to.isIdentity() && from.isIdentity()) {
        changes.add(
            List.of(
                Change.of(alteration("DROP IDENTITY"))
                    .losing(List.of(Losses.ofIdentity(table, name)))));
      } else if (from.isIdentity() && !to.identity().equals(from.identity())) {
        alter("SET GENERATED " + to.identityKind());
      }
    }

    private void alter(String action) {
      add(alteration(action));
    }

    private void add(String statement) {
      changes.add(List.of(Change.of(statement)));
    }

    private String alteration(String action) {
      return "ALTER TABLE " + table + " ALTER COLUMN " + name + " " + action;
    }
  }
}

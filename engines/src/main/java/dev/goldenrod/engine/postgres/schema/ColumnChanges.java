package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.DataLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the changes that turn a column into another with the same name, with alternatives. */
final class ColumnChanges {
  private static final Pattern MODIFIER = Pattern.compile("\\(\\d+(,\\s*-?\\d+)?\\)");

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
    return to.generated().equals(from.generated()) && to.value().equals(from.value()) && !retyped();
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
            Change.of(retype + " USING " + name + "::" + unlimited(to.type())).losing(losses)));
  }

  /** {@code character} and {@code bit} without a length mean length 1. */
  static String unlimited(String type) {
    String bare = MODIFIER.matcher(type).replaceFirst("");
    if (bare.equals(type)) {
      return type;
    }
    return bare.replaceFirst("^character(?! varying)", "bpchar")
        .replaceFirst("^bit(?! varying)", "bit varying");
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

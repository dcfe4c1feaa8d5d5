package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What makes one column of a table another one of its name, each change by its ways. */
final class ColumnChanges {
  /** The length or precision of a type. */
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

  /** Names are quoted where they have to be. */
  static List<List<Change>> between(String table, String name, Column from, Column to) {
    ColumnChanges all = new ColumnChanges(table, name, from, to);
    if (!from.equals(to)) {
      all.find();
    }
    return all.changes;
  }

  /** The column, dropped with what it holds. */
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

  /** A default stands in the way of another type. */
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
   * Values become others as they do when they are stored: what is too long is refused. An explicit
   * cast to the type with its length would cut it, so that one is to the type alone.
   */
  private void retype() {
    String retype = alteration("TYPE " + to.collatedType());
    List<Loss> losses =
        Optional.of(to.type())
            .filter(type -> !TypeWidening.holds(from.type(), type))
            .map(type -> List.of(Losses.ofRetyping(table, name, from.type(), type)))
            .orElse(List.of());
    changes.add(
        List.of(
            Change.of(retype).losing(losses),
            Change.of(retype + " USING " + name + "::" + unlimited(to.type())).losing(losses)));
  }

  /** {@code character} and {@code bit} alone are of length 1. */
  static String unlimited(String type) {
    String bare = MODIFIER.matcher(type).replaceFirst("");
    if (bare.equals(type)) {
      return type;
    }
    return bare.replaceFirst("^character(?! varying)", "bpchar")
        .replaceFirst("^bit(?! varying)", "bit varying");
  }

  /** What an identity counts with is an object of its own, which is made as such. */
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

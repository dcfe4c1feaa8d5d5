package dev.goldenrod.engine.postgres.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A column of a table, in the server's words.
 *
 * @param collation empty for the type's own
 * @param required whether it is NOT NULL
 * @param value what it is by default, or generated from; empty for nothing
 * @param generated {@code s} or {@code v} when it is generated, stored or not; else empty
 * @param identity {@code a} or {@code d} for an identity, always or by default; else empty
 */
record Column(
    String type,
    String collation,
    boolean required,
    String value,
    String generated,
    String identity) {

  /** The actions of ALTER TABLE that add it; rows that are there may keep it from being filled. */
  List<String> added(String name) {
    String column = "ADD COLUMN " + name + " " + collatedType() + filling();
    if (!required || !identity.isEmpty()) {
      return List.of(column);
    }
    return value.isEmpty()
        ? List.of(column, "ALTER COLUMN " + name + " SET NOT NULL")
        : List.of(column + " NOT NULL");
  }

  private String collatedType() {
    return collation.isEmpty() ? type : type + " COLLATE " + collation;
  }

  private String filling() {
    if (!identity.isEmpty()) {
      return " GENERATED " + identityKind() + " AS IDENTITY";
    }
    if (!generated.isEmpty()) {
      return " GENERATED ALWAYS AS (" + value + ")" + (isStored() ? " STORED" : " VIRTUAL");
    }
    return value.isEmpty() ? "" : " DEFAULT " + value;
  }

  private boolean isStored() {
    return generated.equals("s");
  }

  private String identityKind() {
    return identity.equals("a") ? "ALWAYS" : "BY DEFAULT";
  }

  /** The actions that make the other one of this name this one. */
  List<String> changed(String name, Column from) {
    if (equals(from)) {
      return List.of();
    }
    if (!generated.isEmpty() && !isGeneratedAs(from)) {
      List<String> anew = new ArrayList<>(List.of("DROP COLUMN " + name));
      anew.addAll(added(name));
      return anew;
    }
    List<String> actions = new ArrayList<>();
    changeValue(actions, name, from);
    changeIdentity(actions, from);
    if (required != from.required) {
      actions.add(required ? "SET NOT NULL" : "DROP NOT NULL");
    }
    return actions.stream().map(action -> "ALTER COLUMN " + name + " " + action).toList();
  }

  private boolean isGeneratedAs(Column from) {
    return generated.equals(from.generated)
        && value.equals(from.value)
        && type.equals(from.type)
        && collation.equals(from.collation);
  }

  /** A default stands in the way of another type. */
  private void changeValue(List<String> actions, String name, Column from) {
    boolean retyped = !type.equals(from.type) || !collation.equals(from.collation);
    if (!from.generated.isEmpty() && generated.isEmpty()) {
      actions.add("DROP EXPRESSION");
    } else if (!from.value.isEmpty() && (retyped || value.isEmpty())) {
      actions.add("DROP DEFAULT");
    }
    if (retyped) {
      actions.add("TYPE " + collatedType() + " USING " + name + "::" + type);
    }
    boolean same = value.equals(from.value) && generated.equals(from.generated);
    if (generated.isEmpty() && !value.isEmpty() && (retyped || !same)) {
      actions.add("SET DEFAULT " + value);
    }
  }

  /** What an identity counts with is an object of its own, which is made as such. */
  private void changeIdentity(List<String> actions, Column from) {
    if (identity.isEmpty() && !from.identity.isEmpty()) {
      actions.add("DROP IDENTITY");
    } else if (!from.identity.isEmpty() && !identity.equals(from.identity)) {
      actions.add("SET GENERATED " + identityKind());
    }
  }
}

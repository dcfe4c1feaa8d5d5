package dev.goldenrod.engine.postgres.schema;

import java.util.List;

/**
 * A column of a table, in the server's words.
 *
 * @param collation empty for the type's default
 * @param required whether it is NOT NULL
 * @param value the default or the generation expression; empty for none
 * @param generated {@code s} if stored, {@code v} if virtual; empty if not generated
 * @param identity {@code a} for ALWAYS, {@code d} for BY DEFAULT; empty if not an identity
 */
record Column(
    String type,
    String collation,
    boolean required,
    String value,
    String generated,
    String identity) {

  /** Returns the ALTER TABLE actions that add the column. Existing rows may make NOT NULL fail. */
  List<String> added(String name) {
    String column = "ADD COLUMN " + name + " " + collatedType() + filling();
    if (!required || !identity.isEmpty()) {
      return List.of(column);
    }
    return value.isEmpty()
        ? List.of(column, "ALTER COLUMN " + name + " SET NOT NULL")
        : List.of(column + " NOT NULL");
  }

  String collatedType() {
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

  String identityKind() {
    return identity.equals("a") ? "ALWAYS" : "BY DEFAULT";
  }

  boolean isGenerated() {
    return !generated.isEmpty();
  }

  boolean isIdentity() {
    return !identity.isEmpty();
  }
}

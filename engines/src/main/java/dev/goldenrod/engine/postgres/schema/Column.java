package dev.goldenrod.engine.postgres.schema;

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

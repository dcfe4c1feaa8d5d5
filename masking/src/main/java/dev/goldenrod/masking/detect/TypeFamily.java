package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.schema.ColumnType;
import java.util.Arrays;
import java.util.Set;

/** Types that are detected and masked alike. */
enum TypeFamily {
  TEXT("text", "", "text", "varchar", "bpchar", "citext", "name", "char"),
  INTEGER("number", "0", "int2", "int4", "int8"),
  NUMBER("number", "0", "numeric", "float4", "float8", "money", "oid"),
  DATE("date", "2000-01-01", "date"),
  TIMESTAMP("timestamp", "2000-01-01 00:00:00", "timestamp", "timestamptz"),
  TIME("constant", "00:00:00", "time", "timetz", "interval"),
  BOOLEAN("constant", "false", "bool"),
  JSON("json", "{}", "json", "jsonb"),
  XML("xml", "<redacted/>", "xml"),
  BYTES("bytea", "", "bytea"),
  IP("ip", "0.0.0.0", "inet", "cidr"),
  MAC("mac", "00:00:00:00:00:00", "macaddr"),
  MAC8("mac", "00:00:00:00:00:00:00:00", "macaddr8"),
  UUID("uuid", "00000000-0000-0000-0000-000000000000", "uuid"),
  GEOMETRY("geometry", "(0,0)", "geometry", "geography", "point", "box", "path", "polygon"),
  ENUM("constant", ""),
  ARRAY("array", "{}"),
  COMPOSITE("composite", ""),
  RANGE("range", "empty"),
  MULTIRANGE("range", "{}"),
  OTHER("hash", "");

  private final String transformer;
  private final String constant;
  private final Set<String> baseNames;

  TypeFamily(String transformer, String constant, String... baseNames) {
    this.transformer = transformer;
    this.constant = constant;
    this.baseNames = Set.of(baseNames);
  }

  static TypeFamily of(ColumnType declared) {
    ColumnType type = declared.withoutDomains();
    return switch (type.kind()) {
      case ENUM -> ENUM;
      case ARRAY -> ARRAY;
      case COMPOSITE -> COMPOSITE;
      case RANGE -> RANGE;
      case MULTIRANGE -> MULTIRANGE;
      default ->
          Arrays.stream(values())
              .filter(family -> family.baseNames.contains(type.baseName()))
              .findFirst()
              .orElse(OTHER);
    };
  }

  /** Returns the transformer for values that nothing is known of. */
  String transformer() {
    return transformer;
  }

  /** Returns a value of the type that tells nothing. */
  String constant(ColumnType declared) {
    ColumnType type = declared.withoutDomains();
    if (type.kind() == ColumnType.Kind.COMPOSITE) {
      return "(" + ",".repeat(Math.max(type.fields().size() - 1, 0)) + ")";
    }
    return type.labels().isEmpty() ? constant : type.labels().get(0);
  }

  boolean isNumber() {
    return this == INTEGER || this == NUMBER;
  }

  boolean isTime() {
    return this == DATE || this == TIMESTAMP || this == TIME || this == RANGE;
  }
}

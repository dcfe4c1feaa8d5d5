package dev.goldenrod.masking.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a column's type.
 *
 * @param kind what kind of type it is
 * @param baseName the name in {@code pg_type}, for example {@code varchar}, {@code int4}, {@code
 *     citext}, without its schema
 * @param length the longest value in characters or bits, of {@code varchar(n)}, {@code bpchar(n)}
 *     and {@code bit(n)}
 * @param precision the number of digits of {@code numeric(p, s)}
 * @param scale the number of digits after the point of {@code numeric(p, s)}
 * @param element the type of an array's elements, the type beneath a domain, the type of a range's
 *     bounds
 * @param fields the fields of a composite type
 * @param labels the labels of an enum
 */
public record ColumnType(
    Kind kind,
    String baseName,
    @Nullable Integer length,
    @Nullable Integer precision,
    @Nullable Integer scale,
    @Nullable ColumnType element,
    List<Field> fields,
    List<String> labels) {
  public ColumnType {
    fields = List.copyOf(fields);
    labels = List.copyOf(labels);
  }

  /** What kind of type a type is, after {@code pg_type.typtype}. */
  public enum Kind {
    BASE,
    DOMAIN,
    ENUM,
    ARRAY,
    COMPOSITE,
    RANGE,
    MULTIRANGE
  }

  /** A field of a composite type. */
  public record Field(String name, ColumnType type) {}

  /** Returns a base type without a length, for example {@code text}. */
  public static ColumnType base(String name) {
    return new ColumnType(Kind.BASE, name, null, null, null, null, List.of(), List.of());
  }

  /** Returns a base type with a length, for example {@code varchar} of 20. */
  public static ColumnType base(String name, int length) {
    return new ColumnType(Kind.BASE, name, length, null, null, null, List.of(), List.of());
  }

  /** Returns {@code numeric(precision, scale)}. */
  public static ColumnType numeric(int precision, int scale) {
    return new ColumnType(Kind.BASE, "numeric", null, precision, scale, null, List.of(), List.of());
  }

  /** Returns an array, a domain, a range or a multirange over another type. */
  public static ColumnType of(Kind kind, String name, ColumnType element) {
    return new ColumnType(kind, name, null, null, null, element, List.of(), List.of());
  }

  /** Returns a composite type. */
  public static ColumnType composite(String name, List<Field> fields) {
    return new ColumnType(Kind.COMPOSITE, name, null, null, null, null, fields, List.of());
  }

  /** Returns an enum. */
  public static ColumnType enumeration(String name, List<String> labels) {
    return new ColumnType(Kind.ENUM, name, null, null, null, null, List.of(), labels);
  }

  /** Returns the type beneath all domains, which is this type if it is no domain. */
  public ColumnType withoutDomains() {
    ColumnType type = this;
    while (type.kind == Kind.DOMAIN && type.element != null) {
      type = type.element;
    }
    return type;
  }
}

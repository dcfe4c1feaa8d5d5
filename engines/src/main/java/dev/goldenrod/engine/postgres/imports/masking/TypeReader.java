package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.ColumnType.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the parts of column types from a source's catalog. Not thread-safe. */
final class TypeReader {
  /** A modifier that says nothing. */
  private static final int NONE = -1;

  private static final int HEADER = 4;
  private static final int SCALE_BITS = 11;

  private static final String TYPES =
      """
      SELECT t.oid, t.typname, t.typtype, t.typlen, t.typelem, t.typbasetype, t.typtypmod,
             t.typrelid,
             COALESCE(
               (SELECT r.rngsubtype FROM pg_catalog.pg_range r WHERE r.rngtypid = t.oid),
               (SELECT r.rngtypid FROM pg_catalog.pg_range r
                 WHERE (pg_catalog.to_json(r) ->> 'rngmultitypid')::pg_catalog.oid = t.oid
                   AND t.typtype = 'm'), 0)
        FROM pg_catalog.pg_type t
      """;

  private static final String FIELDS =
      """
      SELECT attname, atttypid, atttypmod FROM pg_catalog.pg_attribute
       WHERE attrelid = ? AND attnum > 0 AND NOT attisdropped ORDER BY attnum
      """;

  /** Vectors are written without braces, unlike arrays. */
  private static final Set<String> VECTORS = Set.of("int2vector", "oidvector");

  private final Connection connection;
  private final Map<Long, Type> types = new HashMap<>();
  private final Map<Long, List<String>> labels = new HashMap<>();
  private final Map<Long, List<ColumnType.Field>> fields = new HashMap<>();

  private record Type(
      long oid,
      String name,
      String kind,
      int length,
      long element,
      long base,
      int baseModifier,
      long relation,
      long bound) {
    boolean isArray() {
      return element != 0 && length < 0 && !VECTORS.contains(name);
    }
  }

  private TypeReader(Connection connection) {
    this.connection = connection;
  }

  static TypeReader of(Connection connection) throws SQLException {
    TypeReader reader = new TypeReader(connection);
    Sql.list(
            connection,
            TYPES,
            row ->
                new Type(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getInt(7),
                    row.getLong(8),
                    row.getLong(9)))
        .forEach(type -> reader.types.put(type.oid(), type));
    Sql.list(
        connection,
        "SELECT enumtypid, enumlabel FROM pg_catalog.pg_enum ORDER BY enumsortorder",
        row ->
            reader
                .labels
                .computeIfAbsent(row.getLong(1), type -> new ArrayList<>())
                .add(row.getString(2)));
    return reader;
  }

  /** Returns the type with its modifier, such as the length of {@code varchar(20)}. */
  ColumnType read(long oid, int modifier) throws SQLException {
    Type type = types.get(oid);
    if (type == null) {
      throw new SQLException("the source's catalog has no type with oid " + oid);
    }
    if (type.isArray()) {
      return ColumnType.of(Kind.ARRAY, type.name(), read(type.element(), modifier));
    }
    return switch (type.kind()) {
      case "d" -> ColumnType.of(Kind.DOMAIN, type.name(), read(type.base(), type.baseModifier()));
      case "e" -> ColumnType.enumeration(type.name(), labels.getOrDefault(oid, List.of()));
      case "c" -> ColumnType.composite(type.name(), fields(type.relation()));
      case "r" -> ColumnType.of(Kind.RANGE, type.name(), read(type.bound(), NONE));
      case "m" -> ColumnType.of(Kind.MULTIRANGE, type.name(), read(type.bound(), NONE));
      default -> base(type.name(), modifier);
    };
  }

  private List<ColumnType.Field> fields(long relation) throws SQLException {
    List<ColumnType.Field> known = fields.get(relation);
    if (known != null) {
      return known;
    }
    record Attribute(String name, long type, int modifier) {}
    List<ColumnType.Field> read = new ArrayList<>();
    for (Attribute attribute :
        Sql.list(
            connection,
            FIELDS,
            row -> new Attribute(row.getString(1), row.getLong(2), row.getInt(3)),
            relation)) {
      read.add(
          new ColumnType.Field(attribute.name(), read(attribute.type(), attribute.modifier())));
    }
    fields.put(relation, read);
    return read;
  }

  private static ColumnType base(String name, int modifier) {
    if (modifier < 0) {
      return ColumnType.base(name);
    }
    return switch (name) {
      case "varchar", "bpchar" -> ColumnType.base(name, modifier - HEADER);
      case "bit", "varbit" -> ColumnType.base(name, modifier);
      case "numeric" -> numeric(modifier - HEADER);
      default -> ColumnType.base(name);
    };
  }

  private static ColumnType numeric(int packed) {
    int signs = Integer.SIZE - SCALE_BITS;
    return ColumnType.numeric(packed >> Short.SIZE & 0xffff, packed << signs >> signs);
  }
}

package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.ColumnType.Field;
import dev.goldenrod.masking.schema.ColumnType.Kind;
import dev.goldenrod.masking.schema.ForeignKey;
import dev.goldenrod.masking.schema.PartitionKey;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds tables from texts such as {@code email: character varying(80) not null unique}. */
public final class TableBuilder {
  private static final Pattern COLUMN =
      Pattern.compile(
          "(.+?): (.+?)((?: (?:not null|default|generated|unique|primary key))*)(?: -- (.*))?",
          Pattern.DOTALL);
  private static final Pattern SIZED = Pattern.compile("(.+)\\(([0-9]+)(?:,([0-9]+))?\\)");
  private static final Map<String, String> BASE_NAMES =
      Map.ofEntries(
          Map.entry("smallint", "int2"),
          Map.entry("integer", "int4"),
          Map.entry("bigint", "int8"),
          Map.entry("boolean", "bool"),
          Map.entry("real", "float4"),
          Map.entry("double precision", "float8"),
          Map.entry("character varying", "varchar"),
          Map.entry("character", "bpchar"),
          Map.entry("timestamp without time zone", "timestamp"),
          Map.entry("timestamp with time zone", "timestamptz"),
          Map.entry("time without time zone", "time"));

  private final TableName name;
  private Table.Kind kind = Table.Kind.TABLE;
  private @Nullable TableName partitionOf;
  private @Nullable PartitionKey partitionKey;
  private final List<TableName> inheritsFrom = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> uniques = new ArrayList<>();
  private final List<ForeignKey> foreignKeys = new ArrayList<>();
  private final List<String> checks = new ArrayList<>();

  private TableBuilder(TableName name) {
    this.name = name;
  }

  public static TableBuilder table(String name, String... columns) {
    TableBuilder builder = new TableBuilder(Identifiers.parse(name).orElseThrow());
    Arrays.stream(columns).forEach(builder::column);
    return builder;
  }

  /** Adds a column. */
  public TableBuilder with(String text) {
    column(text);
    return this;
  }

  private void column(String text) {
    Matcher column = COLUMN.matcher(text);
    if (!column.matches()) {
      throw new IllegalArgumentException(text);
    }
    String constraints = column.group(3);
    boolean isKey = constraints.contains("primary key");
    if (isKey || constraints.contains("unique")) {
      uniques.add(List.of(column.group(1)));
    }
    String type = column.group(2);
    columns.add(
        new Column(
            column.group(1),
            type.replaceAll("^(domain|enum|composite) | = .*", ""),
            type(type),
            isKey || constraints.contains("not null"),
            constraints.contains("generated"),
            constraints.contains("default"),
            column.group(4)));
  }

  private static ColumnType type(String type) {
    if (type.endsWith("[]")) {
      ColumnType element = type(type.substring(0, type.length() - 2));
      return ColumnType.of(Kind.ARRAY, "_" + element.baseName(), element);
    }
    String[] halves = type.split(" = ", 2);
    if (type.startsWith("domain ")) {
      return ColumnType.of(Kind.DOMAIN, halves[0].substring(7), type(halves[1]));
    }
    if (type.startsWith("enum ")) {
      return ColumnType.enumeration(halves[0].substring(5), List.of(halves[1].split("\\|")));
    }
    if (type.startsWith("composite ")) {
      return ColumnType.composite(
          halves[0].substring(10),
          Arrays.stream(halves[1].split("\\|")).map(it -> new Field(it, type("text"))).toList());
    }
    if (type.equals("daterange")) {
      return ColumnType.of(Kind.RANGE, type, type("date"));
    }
    return base(type);
  }

  private static ColumnType base(String type) {
    Matcher sized = SIZED.matcher(type);
    String name = sized.matches() ? sized.group(1) : type;
    String baseName = BASE_NAMES.getOrDefault(name, name);
    if (!sized.matches()) {
      return ColumnType.base(baseName);
    }
    int length = Integer.parseInt(sized.group(2));
    return sized.group(3) == null
        ? ColumnType.base(baseName, length)
        : ColumnType.numeric(length, Integer.parseInt(sized.group(3)));
  }

  public TableBuilder kind(Table.Kind other) {
    kind = other;
    return this;
  }

  public TableBuilder partitionOf(String parent) {
    partitionOf = Identifiers.parse(parent).orElseThrow();
    return this;
  }

  /** Makes the table one without a default partition. */
  public TableBuilder partitionedBy(String column) {
    return partitionedBy(new PartitionKey(Set.of(column), false, false));
  }

  TableBuilder partitionedBy(PartitionKey key) {
    kind = Table.Kind.PARTITIONED;
    partitionKey = key;
    return this;
  }

  public TableBuilder inherits(String parent) {
    inheritsFrom.add(Identifiers.parse(parent).orElseThrow());
    return this;
  }

  public TableBuilder unique(String... names) {
    uniques.add(List.of(names));
    return this;
  }

  public TableBuilder references(String column, String table, String referenced) {
    foreignKeys.add(
        new ForeignKey(
            List.of(column), Identifiers.parse(table).orElseThrow(), List.of(referenced)));
    return this;
  }

  public TableBuilder check(String expression) {
    checks.add(expression);
    return this;
  }

  public Table build() {
    return new Table(
        name.schema(),
        name.name(),
        kind,
        partitionOf,
        partitionKey,
        inheritsFrom,
        columns,
        uniques,
        foreignKeys,
        checks,
        null,
        -1);
  }
}

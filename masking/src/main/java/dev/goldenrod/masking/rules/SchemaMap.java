package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.ForeignKey;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tables of a schema by name, and the relations between their columns. */
public final class SchemaMap {
  private final Map<TableName, Table> tables = new LinkedHashMap<>();

  /** By ruled table: the partitioned tables that follow it and do not take every key. */
  private final Map<TableName, List<Table>> limited = new HashMap<>();

  /** A column of a table. Equal to another one of the same names. */
  public record ColumnOf(Table table, Column column) {
    @Override
    public boolean equals(Object other) {
      return other instanceof ColumnOf that
          && table.tableName().equals(that.table.tableName())
          && column.name().equals(that.column.name());
    }

    @Override
    public int hashCode() {
      return 31 * table.tableName().hashCode() + column.name().hashCode();
    }

    @Override
    public String toString() {
      return table.tableName() + "." + column.name();
    }
  }

  public SchemaMap(SourceSchema schema) {
    schema.tables().forEach(table -> tables.put(table.tableName(), table));
    for (Table table : schema.tables()) {
      if (table.partitionKey() != null && !table.partitionKey().takesAll()) {
        limited.computeIfAbsent(ruled(table).tableName(), name -> new ArrayList<>()).add(table);
      }
    }
  }

  public Optional<Table> table(TableName name) {
    return Optional.ofNullable(tables.get(name));
  }

  /** Returns the table whose rules hold: the topmost parent of a partition, else the table. */
  public Table ruled(Table table) {
    Table top = table;
    Set<TableName> seen = new HashSet<>();
    while (top.partitionOf() != null
        && tables.containsKey(top.partitionOf())
        && seen.add(top.tableName())) {
      top = tables.get(top.partitionOf());
    }
    return top;
  }

  /**
   * Returns the table and those of its partitions that have no partition for some values of the
   * column.
   */
  public List<Table> limitedBy(Table ruled, String column) {
    return limited.getOrDefault(ruled.tableName(), List.of()).stream()
        .filter(table -> table.partitionKey() != null && table.partitionKey().dependsOn(column))
        .toList();
  }

  /** Returns the columns that foreign keys of the table pair with the column. */
  public List<ColumnOf> referenced(Table table, String column) {
    List<ColumnOf> referenced = new ArrayList<>();
    for (ForeignKey key : table.foreignKeys()) {
      int index = key.columns().indexOf(column);
      if (index >= 0 && index < key.referencedColumns().size()) {
        find(key.referencedTable(), key.referencedColumns().get(index)).ifPresent(referenced::add);
      }
    }
    return referenced;
  }

  /** Returns the columns of the parents that the column is inherited from. */
  public List<ColumnOf> inherited(Table table, String column) {
    return table.inheritsFrom().stream()
        .map(parent -> find(parent, column))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<ColumnOf> find(TableName name, String column) {
    return table(name)
        .map(this::ruled)
        .flatMap(table -> table.column(column).map(it -> new ColumnOf(table, it)));
  }

  /** Whether the database computes the column from others of the row. */
  public static boolean isComputed(Column column) {
    return column.generated() || isTextSearch(column);
  }

  /** Whether the column holds the words of others, for text search. */
  public static boolean isTextSearch(Column column) {
    return column.typeInfo().withoutDomains().baseName().equals("tsvector");
  }

  /** Whether the type has the labels of an enum, in a part of it too. */
  public static boolean hasLabels(ColumnType type) {
    return type.kind() == ColumnType.Kind.ENUM
        || type.element() != null && hasLabels(type.element())
        || type.fields().stream().anyMatch(field -> hasLabels(field.type()));
  }

  /** Whether rows of the table are copied at all. */
  public static boolean hasRows(Table table) {
    return table.kind() == Table.Kind.TABLE || table.kind() == Table.Kind.PARTITIONED;
  }
}

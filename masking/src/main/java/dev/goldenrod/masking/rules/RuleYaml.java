package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the lines of a rules file, with their indentation and without a line end. */
public final class RuleYaml {
  private static final String TABLE_INDENT = "  ";
  private static final String COLUMN_INDENT = "      ";

  private RuleYaml() {}

  /** Returns {@code columns:} below a table's name: what stands before the lines of its columns. */
  public static String columnsHeader(TableName table) {
    return tableKey(table) + "\n    columns:";
  }

  /** Returns the line of a column. */
  public static String column(String name, ColumnRule rule) {
    return COLUMN_INDENT + YamlScalar.write(name) + ": " + flow(columnEntries(rule));
  }

  /** Returns the line of a table that is copied without its rows. */
  public static String dropped(TableName table, String reason) {
    return tableKey(table) + " {drop: " + YamlScalar.write(reason) + "}";
  }

  /** Returns the line of a table's types, for a rule that keeps all its rows. */
  public static String types(Table table) {
    String types =
        table.columns().stream()
            .filter(column -> !column.generated())
            .map(it -> YamlScalar.write(it.name()) + ": " + YamlScalar.write(RecordedType.of(it)))
            .collect(Collectors.joining(", "));
    return "    types: {" + types + "}";
  }

  /** Returns the line of a kind of objects. */
  public static String object(ObjectKind kind, ObjectRule rule) {
    return rule.reason() == null
        ? kind.key() + ": " + rule.action().word()
        : "%s: {keep: %s}".formatted(kind.key(), YamlScalar.write(rule.reason()));
  }

  private static String tableKey(TableName table) {
    return TABLE_INDENT + YamlScalar.write(Identifiers.write(table)) + ":";
  }

  private static String columnEntries(ColumnRule rule) {
    String type = "type: " + YamlScalar.write(rule.type());
    if (rule instanceof ColumnRule.Keep keep) {
      return "keep: " + YamlScalar.write(keep.reason()) + ", " + type;
    }
    if (rule instanceof ColumnRule.Drop drop) {
      return "drop: " + YamlScalar.write(drop.reason()) + ", " + type;
    }
    ColumnRule.Mask mask = (ColumnRule.Mask) rule;
    StringBuilder entries = new StringBuilder("mask: ");
    entries.append(YamlScalar.write(mask.transformer())).append(", ").append(type);
    if (mask.link() != null) {
      entries.append(", link: ").append(YamlScalar.write(mask.link()));
    }
    new TreeMap<>(mask.options())
        .forEach(
            (key, value) ->
                entries
                    .append(", ")
                    .append(YamlScalar.write(key))
                    .append(": ")
                    .append(data(value)));
    return entries.toString();
  }

  private static String data(Object value) {
    if (value instanceof Map<?, ?> map) {
      return flow(
          map.entrySet().stream()
              .map(it -> YamlScalar.write((String) it.getKey()) + ": " + data(it.getValue()))
              .sorted()
              .collect(Collectors.joining(", ")));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RuleYaml::data).collect(Collectors.joining(", ", "[", "]"));
    }
    return value instanceof String text ? YamlScalar.write(text) : value.toString();
  }

  private static String flow(String entries) {
    return "{" + entries + "}";
  }
}

package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.TableName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Parses the rules for tables and columns. Not thread-safe. */
final class TableRulesParser {
  private final Problems problems;

  TableRulesParser(Problems problems) {
    this.problems = problems;
  }

  Map<TableName, TableRule> tables(YamlMap file) {
    Map<TableName, TableRule> tables = new LinkedHashMap<>();
    file.find("tables")
        .map(it -> new YamlMap("tables", it, problems))
        .ifPresent(
            map ->
                map.entries()
                    .values()
                    .forEach(entry -> table(entry).ifPresent(it -> put(tables, entry, it))));
    return tables;
  }

  private void put(Map<TableName, TableRule> tables, YamlMap.Entry entry, TableRule rule) {
    Optional<TableName> name = Identifiers.parse(entry.key());
    if (name.isEmpty()) {
      problems.add(
          entry.keyNode(),
          "'%s' must be schema.table, with parts in double quotes that contain a dot, as in"
              + " public.customer",
          entry.key());
    } else if (tables.put(name.get(), rule) != null) {
      problems.add(entry.keyNode(), "table %s has two rules; remove one", name.get());
    }
  }

  private Optional<TableRule> table(YamlMap.Entry entry) {
    YamlMap map = new YamlMap("table " + entry.key(), entry.value(), problems);
    if (map.has("columns")) {
      map.requireKnown(Set.of("columns"));
      return Optional.of(new TableRule.Columns(columns(entry.key(), map), entry.position()));
    }
    if (map.has("drop")) {
      map.requireKnown(Set.of("drop"));
      return map.findText("drop").map(reason -> new TableRule.Drop(reason, entry.position()));
    }
    map.requireKnown(Set.of("keep", "types"));
    return map.text("keep", "columns:', 'keep: why' or 'drop: why")
        .map(reason -> new TableRule.Keep(reason, types(entry.key(), map), entry.position()));
  }

  private Map<String, String> types(String table, YamlMap map) {
    Map<String, String> types = new LinkedHashMap<>();
    map.find("types")
        .map(it -> new YamlMap("types of table " + table, it, problems))
        .ifPresent(
            it ->
                it.entries()
                    .keySet()
                    .forEach(
                        column -> it.findText(column).ifPresent(type -> types.put(column, type))));
    return types;
  }

  private Map<String, ColumnRule> columns(String table, YamlMap map) {
    Map<String, ColumnRule> columns = new LinkedHashMap<>();
    YamlMap all =
        new YamlMap("columns of table " + table, map.find("columns").orElseThrow(), problems);
    for (YamlMap.Entry entry : all.entries().values()) {
      YamlMap column =
          new YamlMap("column %s.%s".formatted(table, entry.key()), entry.value(), problems);
      columnRule(column, entry.position()).ifPresent(it -> columns.put(entry.key(), it));
    }
    return columns;
  }

  private Optional<ColumnRule> columnRule(YamlMap map, Position position) {
    Optional<String> type = map.text("type", "type: text");
    if (map.has("mask")) {
      return mask(map, type.orElse(""), position);
    }
    if (map.has("drop")) {
      map.requireKnown(Set.of("drop", "type"));
      return map.findText("drop")
          .map(reason -> new ColumnRule.Drop(reason, type.orElse(""), position));
    }
    map.requireKnown(Set.of("keep", "type"));
    return map.text("keep", "mask: text', 'keep: why' or 'drop: why")
        .map(reason -> new ColumnRule.Keep(reason, type.orElse(""), position));
  }

  private Optional<ColumnRule> mask(YamlMap map, String type, Position position) {
    Optional<String> transformer = transformer(map);
    Optional<String> link = map.findText("link");
    Map<String, Object> options = new HashMap<>();
    for (YamlMap.Entry entry : map.entries().values()) {
      if (entry.key().equals("keep") || entry.key().equals("drop")) {
        problems.add(
            entry.keyNode(), "a column with 'mask' cannot have '%s'; remove one", entry.key());
      } else if (!Set.of("mask", "type", "link").contains(entry.key())) {
        map.data(entry.key()).ifPresent(it -> options.put(entry.key(), it));
      }
    }
    return transformer.map(
        name -> new ColumnRule.Mask(name, type, link.orElse(null), options, position));
  }

  /** Returns the transformer's name. The one called {@code null} needs no quotes. */
  private static Optional<String> nullTransformer(YamlMap map) {
    return map.find("mask")
        .filter(it -> it instanceof ScalarNode scalar && scalar.getValue().equals("null"))
        .map(it -> "null");
  }

  private static Optional<String> transformer(YamlMap map) {
    return nullTransformer(map).or(() -> map.findText("mask"));
  }
}

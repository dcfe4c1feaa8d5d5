package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.rules.SchemaMap.ColumnOf;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules that hold for columns: their own, else that of the column that a foreign key
 * references, else that of the parent that they are inherited from.
 */
final class EffectiveRules {
  private final MaskingRules rules;
  private final SchemaMap schema;
  private final Map<ColumnOf, Optional<Effective>> known = new HashMap<>();

  /**
   * A rule that holds for a column.
   *
   * @param origin the column from which the rule comes, whose type determines the masks
   */
  record Effective(ColumnRule rule, ColumnOf origin) {}

  EffectiveRules(MaskingRules rules, SchemaMap schema) {
    this.rules = rules;
    this.schema = schema;
  }

  /** Returns the rule for a column of a table that is no partition. */
  Optional<Effective> find(Table table, Column column) {
    return find(new ColumnOf(table, column), new HashSet<>());
  }

  private Optional<Effective> find(ColumnOf column, Set<ColumnOf> path) {
    if (known.containsKey(column)) {
      return known.get(column);
    }
    if (!path.add(column)) {
      return Optional.empty();
    }
    Optional<Effective> found = resolve(column, path);
    path.remove(column);
    if (found.isPresent()) {
      known.put(column, found);
    }
    return found;
  }

  private Optional<Effective> resolve(ColumnOf column, Set<ColumnOf> path) {
    List<Effective> others =
        sources(column).map(it -> find(it, path)).flatMap(Optional::stream).toList();
    Optional<ColumnRule> own = own(column);
    if (own.isEmpty()) {
      return others.stream().findFirst();
    }
    ColumnOf origin =
        others.stream()
            .filter(it -> it.rule().masksLike(own.get()))
            .findFirst()
            .map(Effective::origin)
            .orElse(column);
    return Optional.of(new Effective(own.get(), origin));
  }

  /** Returns the columns whose rules the column follows. */
  Stream<ColumnOf> sources(ColumnOf column) {
    String name = column.column().name();
    return Stream.concat(
        schema.referenced(column.table(), name).stream(),
        schema.inherited(column.table(), name).stream());
  }

  /** Returns the rule that the file has for the column itself. */
  Optional<ColumnRule> own(ColumnOf column) {
    TableRule rule = rules.tables().get(column.table().tableName());
    String name = column.column().name();
    if (rule instanceof TableRule.Keep keep) {
      String type = keep.types().getOrDefault(name, RecordedType.of(column.column()));
      return Optional.of(new ColumnRule.Keep(keep.reason(), type, keep.position()));
    }
    return rule instanceof TableRule.Columns columns
        ? Optional.ofNullable(columns.columns().get(name))
        : Optional.empty();
  }
}

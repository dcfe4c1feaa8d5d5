package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.schema.TableName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an import does with each table of a schema: what rules say, with partitions, inheritance and
 * foreign keys resolved.
 *
 * @param tables the masks of all tables whose rows are copied, partitions and their parents
 *     included
 * @param withoutRows the tables whose rows are dropped, with the reasons
 * @param objects the rules for what is not rows
 */
public record MaskingPlan(
    List<TableMask> tables,
    Map<TableName, String> withoutRows,
    Map<ObjectKind, ObjectRule> objects) {
  public MaskingPlan {
    tables = List.copyOf(tables);
    withoutRows = Collections.unmodifiableMap(new LinkedHashMap<>(withoutRows));
    objects = Map.copyOf(objects);
  }

  /** Returns the mask of a table, or empty if its rows are not copied. */
  public Optional<TableMask> table(TableName name) {
    return tables.stream().filter(mask -> mask.table().equals(name)).findFirst();
  }
}

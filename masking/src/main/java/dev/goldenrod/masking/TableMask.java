package dev.goldenrod.masking;

import dev.goldenrod.masking.schema.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What happens to the columns of one table when its rows are copied.
 *
 * @param table the table
 * @param columns the columns, those first that transformers of other columns read. Generated
 *     columns are not among them, because COPY does not contain them
 */
public record TableMask(TableName table, List<ColumnMask> columns) {
  /**
   * Orders the columns.
   *
   * @throws RuleException if a transformer reads a column that is missing, dropped or itself
   *     depends on other columns
   */
  public TableMask {
    Set<String> read = new TreeSet<>();
    columns.forEach(column -> read.addAll(reads(column)));
    for (String name : read) {
      requireReadable(name, columns);
    }
    List<ColumnMask> ordered = new ArrayList<>();
    Predicate<ColumnMask> isRead = column -> read.contains(column.column());
    columns.stream().filter(isRead).forEach(ordered::add);
    columns.stream().filter(isRead.negate()).forEach(ordered::add);
    columns = List.copyOf(ordered);
  }

  /** Returns the columns of both COPY commands, in this order; names are without quotes. */
  public List<ColumnMask> copied() {
    return columns.stream().filter(column -> !(column instanceof ColumnMask.Drop)).toList();
  }

  private static Set<String> reads(ColumnMask column) {
    return column instanceof ColumnMask.Mask mask ? mask.transformer().reads() : Set.of();
  }

  private static void requireReadable(String name, List<ColumnMask> columns) {
    ColumnMask read =
        columns.stream()
            .filter(column -> column.column().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new RuleException(
                        "column '%s' does not exist, but a rule of its table reads it"
                            .formatted(name)));
    if (read instanceof ColumnMask.Drop) {
      throw new RuleException(
          "column '%s' is dropped, but another rule of its table reads it: mask it as 'null' instead"
              .formatted(name));
    }
    if (!reads(read).isEmpty()) {
      throw new RuleException(
          "column '%s' is read by another rule, so its own rule cannot read further columns"
              .formatted(name));
    }
  }
}

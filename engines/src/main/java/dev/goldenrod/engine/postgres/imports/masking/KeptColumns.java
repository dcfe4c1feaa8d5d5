package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.detect.Detector;
import dev.goldenrod.masking.proof.Attestation.Check;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples the text and JSON columns that the rules keep, and warns of those that look personal. */
record KeptColumns(Connection session, MaskedRows rows, StepReport report) {
  private static final Set<String> TYPES =
      Set.of("text", "varchar", "bpchar", "citext", "name", "json", "jsonb");

  Check check() {
    RowSamples samples = new RowSamples(session, rows.tables().schema());
    Map<String, Long> counts = new HashMap<>();
    Map<String, Long> kept = new HashMap<>();
    for (TableMask mask : rows.plan().tables()) {
      Table table = rows.tables().schema().table(mask.table()).orElseThrow();
      if (table.partitionOf() == null) {
        of(mask, table).forEach(column -> check(mask.table(), column, samples, counts, kept));
      }
    }
    return new Check("detectors", "samples of kept text and JSON columns", counts, 0, kept);
  }

  /** Returns the text and JSON columns that the rules keep. */
  static List<String> of(TableMask mask, Table table) {
    return mask.columns().stream()
        .filter(ColumnMask.Keep.class::isInstance)
        .map(ColumnMask::column)
        .filter(column -> table.column(column).filter(KeptColumns::hasText).isPresent())
        .toList();
  }

  private static boolean hasText(Column column) {
    return TYPES.contains(column.typeInfo().withoutDomains().baseName());
  }

  private void check(
      TableName table,
      String column,
      RowSamples samples,
      Map<String, Long> counts,
      Map<String, Long> kept) {
    List<String> values = samples.of(table, column);
    counts.merge("columns", 1L, Long::sum);
    counts.merge("values", (long) values.size(), Long::sum);
    Detector.describe(values)
        .ifPresent(
            kind -> {
              kept.merge("kept columns that look like " + kind, 1L, Long::sum);
              report.warn(
                  "column %s.%s is kept by its rule, but its values look like %s: mask it if they are personal"
                      .formatted(table, column, kind));
            });
  }
}

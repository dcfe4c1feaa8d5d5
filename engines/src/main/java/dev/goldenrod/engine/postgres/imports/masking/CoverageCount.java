package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.imports.masking.MaskedRows.RowFile;
import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.proof.Attestation.Coverage;
import dev.goldenrod.masking.schema.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts what rules decided on. */
final class CoverageCount {
  private CoverageCount() {}

  static Coverage of(MaskedRows rows) {
    long masked = 0;
    long kept = 0;
    long dropped = 0;
    long computed = 0;
    Map<String, Long> transformers = new HashMap<>();
    for (RowFile file : rows.files()) {
      TableMask mask = file.mask();
      computed += columns(rows, mask) - mask.columns().size();
      for (ColumnMask column : mask.columns()) {
        if (column instanceof ColumnMask.Mask one) {
          masked++;
          transformers.merge(one.name(), 1L, Long::sum);
        } else if (column instanceof ColumnMask.Keep) {
          kept++;
        } else {
          dropped++;
        }
      }
    }
    return new Coverage(
        rows.files().stream().mapToLong(RowFile::rows).sum(),
        rows.files().size(),
        rows.plan().withoutRows().size(),
        masked,
        kept,
        dropped,
        computed,
        transformers);
  }

  private static long columns(MaskedRows rows, TableMask mask) {
    return rows.tables()
        .schema()
        .table(mask.table())
        .map(Table::columns)
        .map(List::size)
        .orElse(mask.columns().size());
  }
}

package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.rules.MaskingPlan;
import dev.goldenrod.masking.rules.ObjectAction;
import dev.goldenrod.masking.rules.ObjectKind;
import dev.goldenrod.masking.schema.TableName;
import java.util.List;

/**
 * The masked rows of a source in files, with what the load and the proof need besides.
 *
 * @param sequences the values that sequences keep; empty if they restart
 * @param views the quoted names of the materialized views that have rows in the source
 * @param evidence of the originals; exists in memory only
 */
public record MaskedRows(
    Masking masking,
    SourceTables tables,
    MaskingPlan plan,
    List<RowFile> files,
    List<SequenceValue> sequences,
    List<String> views,
    Evidence evidence) {
  public MaskedRows {
    files = List.copyOf(files);
    sequences = List.copyOf(sequences);
    views = List.copyOf(views);
  }

  /**
   * The rows of one table in a file.
   *
   * @param target the table to load them into: the table, or the topmost parent of a partition
   *     whose key is masked
   * @param isOfExtension whether the table may have rows before these
   */
  record RowFile(TableMask mask, TableName target, boolean isOfExtension, String file, long rows) {
    /** Returns whether the table is empty before the load, and loaded by one statement. */
    boolean isAlone() {
      return !isOfExtension && target.equals(mask.table());
    }
  }

  /** The value of a sequence, by its quoted name. */
  record SequenceValue(String name, long value, boolean isCalled) {}

  /** Returns what the golden may have of the source, without what the rules drop. */
  public SourceMetadata visible(SourceMetadata source) {
    return new SourceMetadata(
        source.major(),
        source.version(),
        source.database(),
        source.owner(),
        source.sizeBytes(),
        source.tables(),
        source.preparedTransactions(),
        source.locale(),
        source.roles(),
        source.memberships(),
        source.settings(),
        source.extensions(),
        keeps(ObjectKind.PUBLICATIONS) ? source.publications() : List.of(),
        keeps(ObjectKind.FOREIGN_SERVERS) ? source.wrappers() : List.of(),
        keeps(ObjectKind.COMMENTS) ? source.comment() : null,
        source.workMemory());
  }

  /** Returns whether the rules keep the objects of the kind. */
  public boolean keeps(ObjectKind kind) {
    return masking.rules().object(kind).action() == ObjectAction.KEEP;
  }
}

package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;
import java.util.List;

/**
 * What a data plane that can mask imports does with a source before an import. Each method connects
 * to the source and blocks until it is read; none changes anything. Thread-safe. All throw {@link
 * DataPlaneException} if the source cannot be read or the rules cannot be parsed; no message
 * contains a value of a row.
 */
public interface MaskingTools {
  /** The reason why a data plane without these tools refuses an import with masking rules. */
  String UNSUPPORTED =
      "this cluster's data plane cannot mask imports; import into a cluster of a server's own machine";

  /** Returns a rules file for the source, proposed from its catalogue and samples of its rows. */
  String plan(SourceConnection source);

  /**
   * Compares the rules with the source's present schema.
   *
   * @return errors first; empty if an import with these rules passes Probing without a warning
   */
  List<MaskingFinding> check(SourceConnection source, String rules);

  /**
   * Masks a few rows of a table.
   *
   * @param table the table as in the rules, for example {@code public.customer}
   */
  MaskingPreview preview(SourceConnection source, String rules, String table);
}

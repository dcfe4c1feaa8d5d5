package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.masking.rules.CheckResult;
import dev.goldenrod.port.MaskingPreview;

/**
 * Compares masking rules with sources of one engine. Thread-safe. All methods throw a {@link
 * dev.goldenrod.port.DataPlaneException} if the source cannot be read; no message has a value of a
 * row.
 */
public interface SourceMasking {
  /** Returns a rules file, proposed from the source's catalog and samples of its rows. */
  String plan(SourceCredentials credentials);

  /** Compares the rules with the source's present schema. */
  CheckResult check(SourceCredentials credentials, Masking masking);

  /**
   * Checks that an import can mask the source.
   *
   * @throws dev.goldenrod.port.DataPlaneException if something has no rule, with the rules to add
   */
  void require(SourceCredentials credentials, Masking masking, StepReport report);

  /**
   * Masks a few rows.
   *
   * @param table its name as in the rules
   */
  MaskingPreview preview(SourceCredentials credentials, Masking masking, String table);
}

package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.imports.MaskingProof;
import dev.goldenrod.engine.imports.SourceMasking;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.proof.Attestation;
import dev.goldenrod.masking.proof.SignedAttestation;
import dev.goldenrod.masking.rules.Finding;
import dev.goldenrod.masking.rules.Identifiers;
import dev.goldenrod.masking.rules.InvalidRulesException;
import dev.goldenrod.masking.rules.MaskingRules;
import dev.goldenrod.masking.words.WordLists;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.source.SourceConnection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Masking rules of imports, with the keys of this data plane. */
record LocalMasking(ImportContext context) implements MaskingTools {
  private static final SourceMasking SOURCES = Engines.importer().masking();

  @Override
  public String plan(SourceConnection source) {
    return SOURCES.plan(context.credentials(source));
  }

  @Override
  public List<MaskingFinding> check(SourceConnection source, String rules) {
    return SOURCES.check(context.credentials(source), masking(rules)).findings().stream()
        .map(LocalMasking::finding)
        .toList();
  }

  private static MaskingFinding finding(Finding finding) {
    String table = finding.table() == null ? "" : Identifiers.write(finding.table());
    String path = finding.column() == null ? table : table + "." + finding.column();
    return new MaskingFinding(
        path, finding.toString(), finding.yaml(), finding.severity() == Finding.Severity.ERROR);
  }

  @Override
  public MaskingPreview preview(SourceConnection source, String rules, String table) {
    return SOURCES.preview(context.credentials(source), masking(rules), table);
  }

  /** Returns how the import masks rows; empty if it does not. */
  Optional<Masking> of(ImportSpec spec) {
    return Optional.ofNullable(spec.maskingRules()).map(this::masking);
  }

  private Masking masking(String rules) {
    MaskingKey key = context.secrets().masking().maskingKey();
    try {
      return new Masking(MaskingRules.parse(rules), key);
    } catch (InvalidRulesException e) {
      throw new DataPlaneException(
          "the masking rules cannot be used: %s".formatted(e.getMessage()), e);
    }
  }

  /** Signs what was proved of a golden's version, and returns the JSON text. */
  String attest(ImportSpec spec, Masking masking, MaskingProof proof) {
    String[] words = WordLists.SOURCE.split(" ");
    Attestation attestation =
        new Attestation(
            "%s@%d".formatted(spec.golden(), spec.version()),
            Instant.now().toString(),
            masking.rules().digest(),
            masking.key().id(),
            Map.of(words[0], words[1]),
            proof.coverage(),
            proof.checks());
    return SignedAttestation.sign(attestation, context.secrets().masking().signingKeys()).json();
  }
}

package dev.goldenrod.engine.imports;

import dev.goldenrod.masking.proof.Attestation.Check;
import dev.goldenrod.masking.proof.Attestation.Coverage;
import java.util.List;

/** What was masked in loaded data, and what was looked for in it without a finding. */
public record MaskingProof(Coverage coverage, List<Check> checks) {
  public MaskingProof {
    checks = List.copyOf(checks);
  }
}

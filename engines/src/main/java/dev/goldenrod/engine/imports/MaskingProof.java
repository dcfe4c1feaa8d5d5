package dev.goldenrod.engine.imports;

import dev.goldenrod.masking.proof.Attestation.Check;
import dev.goldenrod.masking.proof.Attestation.Coverage;
import java.util.List;

/** The counts and checks of masked data, from which its attestation is made. */
public record MaskingProof(Coverage coverage, List<Check> checks) {
  public MaskingProof {
    checks = List.copyOf(checks);
  }
}

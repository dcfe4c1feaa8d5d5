package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.rules.Finding.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check of rules against a schema.
 *
 * @param findings errors first, else in the order of the schema
 * @param plan null if there is an error
 */
public record CheckResult(List<Finding> findings, @Nullable MaskingPlan plan) {
  public CheckResult {
    findings = List.copyOf(findings);
  }

  /** Returns whether an import can use the rules. */
  public boolean isComplete() {
    return plan != null;
  }

  /** Returns the findings that fail an import. */
  public List<Finding> errors() {
    return findings.stream().filter(it -> it.severity() == Severity.ERROR).toList();
  }

  /** Returns the findings that do not. */
  public List<Finding> warnings() {
    return findings.stream().filter(it -> it.severity() == Severity.WARNING).toList();
  }
}

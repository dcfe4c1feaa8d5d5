package dev.goldenrod.control;

import dev.goldenrod.port.MaskingFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a comparison of masking rules with a source's schema.
 *
 * @param findings errors first
 */
public record MaskingCheck(List<Finding> findings) {
  /**
   * A difference between rules and schema.
   *
   * @param path what it concerns, for example {@code public.customer.email}; empty for all rules
   * @param linesToAdd lines for the rules file; null if lines have to be changed or removed
   * @param isError whether an import with these rules fails
   */
  public record Finding(
      String path, String message, @Nullable String linesToAdd, boolean isError) {}

  public MaskingCheck {
    findings = List.copyOf(findings);
  }

  static MaskingCheck of(List<MaskingFinding> found) {
    return new MaskingCheck(
        found.stream()
            .map(it -> new Finding(it.path(), it.message(), it.linesToAdd(), it.isError()))
            .toList());
  }

  /** Returns whether an import can use the rules. */
  public boolean isComplete() {
    return findings.stream().noneMatch(Finding::isError);
  }
}

package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules on what may be used or imported without masking.
 *
 * @param isRequired whether this server requires masking of all goldens
 */
record MaskingPolicy(boolean isRequired) {
  private static final String REMEDY =
      "set masking rules for its source with 'goldenrod mask set', and import it again";

  /** Checks that copies of the version may be made. */
  void requireAttested(Golden golden, GoldenVersion version) {
    Optional<String> refusal = copyRefusal(golden, version);
    if (refusal.isPresent()) {
      throw ControlPlaneException.of(ErrorCode.VERSION_NOT_MASKED, refusal.get());
    }
  }

  /** Returns why no copies of the version may be made; empty if they may. */
  Optional<String> copyRefusal(Golden golden, GoldenVersion version) {
    return !isRequiredOf(golden) || version.isAttested()
        ? Optional.empty()
        : Optional.of(
            "golden '%s', version %d, has no attestation of masking, which %s requires; %s"
                .formatted(golden.name(), version.number(), requirer(golden), REMEDY));
  }

  /**
   * Checks that a version whose data no import masks may be added.
   *
   * @param golden null if it does not exist yet
   * @param what the data, for messages, as in {@code archives}
   */
  void requireUnmaskedAllowed(@Nullable Golden golden, String name, String what) {
    if (isRequired || golden != null && golden.requiresMasking()) {
      throw ControlPlaneException.conflictBecause(
          "golden '%s' cannot be made from %s, because %s requires masking; import a source with masking rules instead"
              .formatted(name, what, requirer(golden)));
    }
  }

  /**
   * Returns the version of the rules that an import uses; empty to import rows as they are.
   *
   * @throws ControlPlaneException if the source has no rules and masking is required
   */
  Optional<Integer> rulesVersion(Transaction tx, Source source, Golden golden) {
    Optional<Integer> version =
        tx.maskingRules().latest(source.orgId(), source.id()).map(MaskingRuleSet::version);
    if (version.isEmpty() && (source.isSensitive() || isRequiredOf(golden))) {
      throw ControlPlaneException.conflictBecause(
          "source %s has no masking rules, which %s requires; set them with 'goldenrod mask set %s FILE'"
              .formatted(
                  source.id(),
                  source.isSensitive() ? "a sensitive source" : requirer(golden),
                  source.id()));
    }
    return version;
  }

  private boolean isRequiredOf(Golden golden) {
    return isRequired || golden.requiresMasking();
  }

  private String requirer(@Nullable Golden golden) {
    return isRequired || golden == null ? "this server" : "golden '" + golden.name() + "'";
  }
}

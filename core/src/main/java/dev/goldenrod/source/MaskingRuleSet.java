package dev.goldenrod.source;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * One version of a source's masking rules.
 *
 * @param version sequential within its source, from 1
 * @param rules the text of the rules file
 * @param createdBy the address of the member who set the rules
 */
public record MaskingRuleSet(
    UUID orgId, UUID sourceId, int version, String rules, String createdBy, Instant createdAt) {
  /** The longest text of rules in UTF-16 code units. */
  public static final int MAX_CHARACTERS = 512 << 10;

  public MaskingRuleSet {
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(sourceId);
    Objects.requireNonNull(rules);
    Objects.requireNonNull(createdBy);
    Objects.requireNonNull(createdAt);
    if (version < 1) {
      throw new IllegalArgumentException("version " + version + " of masking rules is below 1");
    }
  }

  /** A version of masking rules without its text. */
  public record Header(int version, String createdBy, Instant createdAt) {}
}

package dev.goldenrod.audit;

import java.util.Objects;

/**
 * An audit event and its position in the log.
 *
 * @param number larger than that of every event appended before it; transactions that overlap may
 *     commit in another order, so a smaller number can appear after a larger one
 */
public record AuditEntry(long number, AuditEvent event) {
  public AuditEntry {
    Objects.requireNonNull(event);
  }
}

package dev.goldenrod;

import java.time.Duration;

/**
 * How long records are kept. Deleting a record does not touch the resource that it describes.
 *
 * @param auditEvents since the event was written
 * @param endedImports since the import ended; the last import of each version that still exists is
 *     kept
 * @param expiredAccess how long tokens and invites are kept after they expired
 */
public record Retention(Duration auditEvents, Duration endedImports, Duration expiredAccess) {
  /** The audit log is needed to count failed logins, expired tokens to tell that they expired. */
  private static final Duration SHORTEST = Duration.ofDays(1);

  /** Audit events for 400 days, ended imports for 90, expired tokens and invites for 30. */
  public static final Retention DEFAULTS =
      new Retention(Duration.ofDays(400), Duration.ofDays(90), Duration.ofDays(30));

  /**
   * Validates the durations.
   *
   * @throws IllegalArgumentException when a duration is less than a day
   */
  public Retention {
    require("audit events", auditEvents);
    require("ended imports", endedImports);
    require("expired tokens and invites", expiredAccess);
  }

  private static void require(String what, Duration kept) {
    if (kept.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "%s are kept for at least a day, not %s".formatted(what, kept));
    }
  }
}

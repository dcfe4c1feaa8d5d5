package dev.goldenrod;

import java.time.Duration;

/**
 * How long records are kept; what they tell of is not touched.
 *
 * @param auditEvents since they were written
 * @param endedImports since the import ended; the last one of each version that is there stays
 * @param expiredAccess of tokens and invites, since their time was up
 */
public record Retention(Duration auditEvents, Duration endedImports, Duration expiredAccess) {
  /**
   * Failed logins are counted in the audit log, and a member who uses an expired token is told why.
   */
  private static final Duration SHORTEST = Duration.ofDays(1);

  /** 400, 90 and 30 days. */
  public static final Retention DEFAULTS =
      new Retention(Duration.ofDays(400), Duration.ofDays(90), Duration.ofDays(30));

  /**
   * Refuses what is too short.
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

package dev.goldenrod.identity;

import dev.goldenrod.member.Scopes;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * What a program may do whose identity an issuer has verified, such as a job of a build server.
 *
 * @param member the address of the member for whom the program acts, in lower case
 * @param life of the program's token, 1 minute to 12 hours
 */
public record ProgramGrant(String member, Scopes scopes, Duration life) {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofHours(12);

  /**
   * @throws IllegalArgumentException if the life is too short or too long
   */
  public ProgramGrant {
    Objects.requireNonNull(scopes);
    member = member.strip().toLowerCase(Locale.ROOT);
    if (life.compareTo(SHORTEST) < 0 || life.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("ttl must be 1m to 12h");
    }
  }
}

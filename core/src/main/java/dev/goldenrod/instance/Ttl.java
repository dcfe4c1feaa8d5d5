package dev.goldenrod.instance;

import dev.goldenrod.ControlPlaneException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lifetime of an instance: whole seconds, from one second to 8760 hours. */
public record Ttl(Duration duration) {
  /** The longest lifetime that an instance can be given at once. */
  public static final Duration MAX = Duration.ofHours(8760);

  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:(?<d>\\d{1,9})d)?(?:(?<h>\\d{1,9})h)?(?:(?<m>\\d{1,9})m)?(?:(?<s>\\d{1,9})s)?");

  public Ttl {
    if (duration.isNegative() || duration.isZero()) {
      throw ControlPlaneException.invalidBecause("ttl", "must be positive, as in 8h or 90m");
    }
    if (duration.compareTo(MAX) > 0) {
      throw ControlPlaneException.invalidBecause("ttl", "must be at most 8760h");
    }
    if (duration.getNano() != 0) {
      throw ControlPlaneException.invalidBecause("ttl", "must be whole seconds");
    }
  }

  /**
   * Parses {@code 8h}, {@code 1h30m}, {@code 7d}: whole numbers with the units d, h, m, s, each at
   * most once, in that order.
   *
   * @throws ControlPlaneException when the text is not such a duration, or is zero or more than
   *     {@link #MAX}
   */
  public static Ttl parse(String text) {
    return new Ttl(
        parseDuration(text)
            .orElseThrow(
                () ->
                    ControlPlaneException.invalidBecause(
                        "ttl", "must be a duration such as 8h, 90m, 1h30m or 7d")));
  }

  /**
   * Returns the duration that the text states, as {@link #parse} reads it; empty for other text.
   */
  public static Optional<Duration> parseDuration(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(part(matcher, "d"))
            .plusHours(part(matcher, "h"))
            .plusMinutes(part(matcher, "m"))
            .plusSeconds(part(matcher, "s")));
  }

  private static long part(Matcher matcher, String unit) {
    String digits = matcher.group(unit);
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /** Returns the canonical form, without zero parts: {@code 168h}, {@code 1h30m}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, duration.toHours(), 'h');
    append(text, duration.toMinutesPart(), 'm');
    append(text, duration.toSecondsPart(), 's');
    return text.toString();
  }

  private static void append(StringBuilder text, long count, char unit) {
    if (count > 0) {
      text.append(count).append(unit);
    }
  }
}

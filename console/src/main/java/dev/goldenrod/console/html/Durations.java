package dev.goldenrod.console.html;

import dev.goldenrod.instance.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Lengths of time as pages show them. */
public final class Durations {
  private static final int MILLIS = 1000;

  private Durations() {}

  /** Returns a duration with its two largest units, such as {@code 3 min 12 s}. */
  public static String of(Duration duration) {
    Duration time = duration.isNegative() ? Duration.ZERO : duration;
    if (time.toSeconds() < 10) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / (double) MILLIS);
    }
    if (time.toMinutes() < 1) {
      return time.toSeconds() + " s";
    }
    if (time.toHours() < 1) {
      return time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }
    return time.toDays() < 1
        ? time.toHours() + " h " + time.toMinutesPart() + " min"
        : days(time.toDays()) + " " + time.toHoursPart() + " h";
  }

  /** Returns the largest unit of the time since then, such as {@code 3 days}. */
  public static String since(Instant then, Instant now) {
    Duration age = Duration.between(then, now);
    if (age.toMinutes() < 1) {
      return "less than a minute";
    }
    if (age.toHours() < 1) {
      return age.toMinutes() + " min";
    }
    return age.toDays() < 1 ? age.toHours() + " h" : days(age.toDays());
  }

  /** Returns a lifetime as people type it: {@code 90d} rather than {@code 2160h}. */
  public static String lifetime(Ttl ttl) {
    long days = ttl.duration().toDays();
    return days > 1 && ttl.duration().equals(Duration.ofDays(days)) ? days + "d" : ttl.toString();
  }

  private static String days(long count) {
    return count == 1 ? "1 day" : count + " days";
  }
}

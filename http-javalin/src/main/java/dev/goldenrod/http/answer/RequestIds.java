package dev.goldenrod.http.answer;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ids that requests have in answers and in the log. */
public final class RequestIds {
  public static final String HEADER = "X-Request-Id";

  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private RequestIds() {}

  /** An id tells requests apart and guards nothing, so it takes no secure numbers. */
  private static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /** The id the request asks for, when it is sane; else a new one. */
  public static String of(@Nullable String asked) {
    return asked != null && SANE.matcher(asked).matches() ? asked : fresh();
  }
}

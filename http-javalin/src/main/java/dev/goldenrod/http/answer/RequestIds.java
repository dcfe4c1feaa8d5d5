package dev.goldenrod.http.answer;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Request ids, which appear in responses and in the log. */
public final class RequestIds {
  public static final String HEADER = "X-Request-Id";

  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private RequestIds() {}

  /** Uses a fast random generator: the ids only need to be distinct, not unpredictable. */
  private static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /** Returns the id that the client sent if it is valid, otherwise a new one. */
  public static String of(@Nullable String asked) {
    return asked != null && SANE.matcher(asked).matches() ? asked : fresh();
  }
}

package dev.goldenrod.dataplane.remote.message;

import java.util.regex.Pattern;

/** Sanitizes texts of the peer before they are stored, logged, printed or shown. */
public final class PeerText {
  private static final int LONGEST = 2_000;

  /** Includes characters that change the writing direction, and Unicode's line separators. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  private static final int LONGEST_FILE = 4 << 20;

  private static final Pattern UNPRINTABLE_IN_LINE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\n]]+");

  private PeerText() {}

  /** Returns a text of several lines without control characters, cut at 4 Mi characters. */
  public static String sanitizeLines(String text) {
    String start = text.length() <= LONGEST_FILE ? text : text.substring(0, LONGEST_FILE);
    return UNPRINTABLE_IN_LINE.matcher(start).replaceAll(" ");
  }

  /** Returns the text in one line, without control characters, and cut at 2000 characters. */
  public static String sanitize(String text) {
    String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return UNPRINTABLE.matcher(start).replaceAll(" ").strip();
  }
}

package dev.goldenrod.dataplane.remote.message;

import java.util.regex.Pattern;

/** Sanitizes texts of the peer before they are stored, logged, printed or shown. */
public final class PeerText {
  private static final int LONGEST = 2_000;

  /** Includes characters that change the writing direction, and Unicode's line separators. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  private PeerText() {}

  /** Returns the text in one line, without control characters, and cut at 2000 characters. */
  public static String sanitize(String text) {
    String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return UNPRINTABLE.matcher(start).replaceAll(" ").strip();
  }
}

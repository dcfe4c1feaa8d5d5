package dev.goldenrod.dataplane.remote.message;

import java.util.regex.Pattern;

/** What the other side says for people, before it is stored, logged, printed or shown. */
public final class PeerText {
  private static final int LONGEST = 2_000;

  /** Also what turns the direction of writing, and lines of Unicode's own. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  private PeerText() {}

  /** The text in one line, without characters that control a terminal, and not too long. */
  public static String of(String said) {
    String start = said.length() <= LONGEST ? said : said.substring(0, LONGEST) + "…";
    return UNPRINTABLE.matcher(start).replaceAll(" ").strip();
  }
}

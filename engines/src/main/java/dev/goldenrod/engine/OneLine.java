package dev.goldenrod.engine;

import java.util.regex.Pattern;

/** Text from elsewhere, made safe for a message and for a line of a log or a terminal. */
public final class OneLine {
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

  private OneLine() {}

  /** The text with a blank in place of control characters and line breaks. */
  public static String of(String text) {
    return CONTROLS.matcher(text).replaceAll(" ");
  }
}

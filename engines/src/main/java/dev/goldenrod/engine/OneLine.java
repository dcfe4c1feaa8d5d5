package dev.goldenrod.engine;

import java.util.regex.Pattern;

/** Makes foreign text safe for a message and for a line of a log or a terminal. */
public final class OneLine {
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

  private OneLine() {}

  /** Replaces control characters and line breaks by spaces. */
  public static String of(String text) {
    return CONTROLS.matcher(text).replaceAll(" ");
  }
}

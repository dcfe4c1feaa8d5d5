package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;

/**
 * Limits how much output of a tool is held in memory, because a source or imported data may make a
 * tool print without end. Not thread-safe.
 */
public final class OutputLimit {
  private static final int MOST_LINES = 10_000;
  private static final int MEBIBYTE = 1 << 20;
  private static final int MOST_MIB = 16;
  private static final int MOST_MIB_OF_CONTENTS = 64;

  private final String what;
  private final int mostLines;
  private final int mostMib;
  private int lines;
  private long characters;

  private OutputLimit(String what, int mostLines, int mostMib) {
    this.what = what;
    this.mostLines = mostLines;
    this.mostMib = mostMib;
  }

  /** Returns a limit for messages to users. They are named as in "errors of pg_restore". */
  public static OutputLimit ofMessages(String what) {
    return new OutputLimit(what, MOST_LINES, MOST_MIB);
  }

  /** Returns a limit for the contents of a database, which may be many short lines. */
  public static OutputLimit ofContents(String what) {
    return new OutputLimit(what, Integer.MAX_VALUE, MOST_MIB_OF_CONTENTS);
  }

  public void count(String line) {
    lines++;
    characters += line.length();
    if (lines > mostLines) {
      throw new DataPlaneException(
          "there are more than %d %s, which is the limit".formatted(mostLines, what));
    }
    if (characters > (long) mostMib * MEBIBYTE) {
      throw new DataPlaneException(
          "there are more than %d MiB of %s, which is the limit".formatted(mostMib, what));
    }
  }
}

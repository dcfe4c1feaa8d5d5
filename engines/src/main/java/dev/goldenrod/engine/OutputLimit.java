package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;

/**
 * How much of what a tool prints is kept in memory: a source, or data from elsewhere, may have it
 * print without end. Used by one thread.
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

  /**
   * For messages to people, who need only their beginning.
   *
   * @param what as in "errors of pg_restore", for messages
   */
  public static OutputLimit ofMessages(String what) {
    return new OutputLimit(what, MOST_LINES, MOST_MIB);
  }

  /** For what a database consists of, which may be many short lines. */
  public static OutputLimit ofContents(String what) {
    return new OutputLimit(what, Integer.MAX_VALUE, MOST_MIB_OF_CONTENTS);
  }

  /**
   * Notes that the line is kept.
   *
   * @throws DataPlaneException when that is more than is kept
   */
  public void count(String line) {
    lines++;
    characters += line.length();
    if (lines > mostLines) {
      throw new DataPlaneException(
          "there are more than %d %s, which is the most that is read".formatted(mostLines, what));
    }
    if (characters > (long) mostMib * MEBIBYTE) {
      throw new DataPlaneException(
          "there are more than %d MiB of %s, which is the most that is read"
              .formatted(mostMib, what));
    }
  }
}

package dev.goldenrod.masking.proof;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An exact search for thousands of byte strings in a stream, by the algorithm of Wu and Manber.
 * Memory is bounded: a buffer of 128 KiB for each search. Immutable, thread-safe.
 */
public final class ByteSearch {
  /** Shorter byte strings are found by chance. */
  public static final int MIN_LENGTH = 4;

  public static final int MAX_LENGTH = 4096;

  private static final int BUFFER = 1 << 17;

  private final int patterns;
  private final int window;
  private final int longest;
  private final ShiftTable shifts;
  private final PatternTable table;

  /**
   * One byte string that was found.
   *
   * @param pattern its index in the list that the search was built from
   * @param offset of its first occurrence, in bytes from the beginning of the stream
   */
  public record Match(int pattern, long offset) {}

  private ByteSearch(List<byte[]> patterns) {
    this.patterns = patterns.size();
    int shortest = patterns.stream().mapToInt(it -> it.length).min().orElse(MIN_LENGTH);
    window = Math.min(shortest, PatternTable.MAX_WINDOW);
    longest = patterns.stream().mapToInt(it -> it.length).max().orElse(MIN_LENGTH);
    table = new PatternTable(patterns, window);
    shifts = new ShiftTable(window);
    for (int pattern = 0; pattern < this.patterns; pattern++) {
      shifts.add(patterns.get(pattern), table.anchor(pattern));
    }
  }

  /**
   * Returns a search for the byte strings. Equal ones are all reported.
   *
   * @throws IllegalArgumentException if one is shorter than {@link #MIN_LENGTH} or longer than
   *     {@link #MAX_LENGTH} bytes; the message names its index, not its bytes
   */
  public static ByteSearch of(List<byte[]> patterns) {
    List<byte[]> copies = new ArrayList<>();
    for (byte[] pattern : patterns) {
      if (pattern.length < MIN_LENGTH || pattern.length > MAX_LENGTH) {
        throw new IllegalArgumentException(
            "byte string %d has %d bytes; a search takes %d to %d"
                .formatted(copies.size(), pattern.length, MIN_LENGTH, MAX_LENGTH));
      }
      copies.add(pattern.clone());
    }
    return new ByteSearch(List.copyOf(copies));
  }

  /**
   * Reads the stream to its end and returns each byte string that occurs in it, in the order of
   * their indexes. Does not close the stream.
   */
  public List<Match> search(InputStream stream) throws IOException {
    long[] found = new long[patterns];
    Arrays.fill(found, Long.MAX_VALUE);
    byte[] buffer = new byte[BUFFER + PatternTable.MAX_WINDOW];
    long offset = 0;
    int begin = 0;
    int filled = 0;
    boolean ended = false;
    while (!ended) {
      filled += stream.readNBytes(buffer, filled, BUFFER - filled);
      ended = filled < BUFFER;
      int next = scan(buffer, begin, filled, ended, offset, found);
      int removed = Math.max(next - PatternTable.MAX_ANCHOR, 0);
      System.arraycopy(buffer, removed, buffer, 0, filled - removed);
      begin = next - removed;
      filled -= removed;
      offset += removed;
    }
    return matches(found);
  }

  /**
   * Searches the buffer for windows that begin at or after the begin. Returns where the first
   * window begins that was not searched, because a byte string could go beyond the buffer's end.
   */
  private int scan(byte[] buffer, int begin, int filled, boolean ended, long offset, long[] found) {
    int last = window - 1;
    int end = ended ? filled : filled - longest + window;
    int at = begin + last;
    while (at < end) {
      int shift = shifts.after(buffer, at);
      if (shift == 0) {
        int pattern = table.firstWithAnchor(buffer, at - last);
        for (; pattern != PatternTable.NONE; pattern = table.nextWithAnchor(pattern)) {
          int start = at - last - table.anchor(pattern);
          if (found[pattern] > offset + start && table.isAt(buffer, start, filled, pattern)) {
            found[pattern] = offset + start;
          }
        }
        at++;
      } else {
        at += shift;
      }
    }
    return Math.min(at - last, filled);
  }

  private static List<Match> matches(long[] found) {
    List<Match> matches = new ArrayList<>();
    for (int pattern = 0; pattern < found.length; pattern++) {
      if (found[pattern] < Long.MAX_VALUE) {
        matches.add(new Match(pattern, found[pattern]));
      }
    }
    return matches;
  }
}

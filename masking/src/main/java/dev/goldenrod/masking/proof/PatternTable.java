package dev.goldenrod.masking.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Byte strings by their anchors: of each one the window that the fewest others contain, so that
 * thousands with the same begin or end are told apart by one lookup.
 */
final class PatternTable {
  /** A window fits into a long. */
  static final int MAX_WINDOW = Long.BYTES;

  /** The anchor begins at most this many bytes after the begin of its byte string. */
  static final int MAX_ANCHOR = 64;

  static final int NONE = -1;

  private static final int COUNTER_BITS = 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final List<byte[]> patterns;
  private final int window;
  private final long mask;
  private final int shift;
  private final int[] anchors;

  /** By slot: a pattern with that window, or {@link #NONE}. */
  private final int[] first;

  /** By pattern: the next one with the same window, or {@link #NONE}. */
  private final int[] next;

  private final long[] windows;

  PatternTable(List<byte[]> patterns, int window) {
    this.patterns = patterns;
    this.window = window;
    mask = -1L >>> Long.SIZE - window * Byte.SIZE;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(patterns.size(), 1) * 4);
    shift = Long.SIZE - bits;
    anchors = anchors();
    first = new int[1 << bits];
    windows = new long[1 << bits];
    next = new int[patterns.size()];
    Arrays.fill(first, NONE);
    for (int pattern = patterns.size() - 1; pattern >= 0; pattern--) {
      insert(pattern);
    }
  }

  private int[] anchors() {
    int[] counts = new int[1 << COUNTER_BITS];
    for (byte[] pattern : patterns) {
      for (int at = 0; at <= lastAnchor(pattern); at++) {
        counts[counter(pattern, at)]++;
      }
    }
    int[] rarest = new int[patterns.size()];
    for (int i = 0; i < rarest.length; i++) {
      byte[] pattern = patterns.get(i);
      for (int at = 1; at <= lastAnchor(pattern); at++) {
        if (counts[counter(pattern, at)] < counts[counter(pattern, rarest[i])]) {
          rarest[i] = at;
        }
      }
    }
    return rarest;
  }

  private int lastAnchor(byte[] pattern) {
    return Math.min(pattern.length - window, MAX_ANCHOR);
  }

  private int counter(byte[] pattern, int at) {
    return (int) (windowOf(pattern, at) * MULTIPLIER >>> Long.SIZE - COUNTER_BITS);
  }

  private void insert(int pattern) {
    long anchor = windowOf(patterns.get(pattern), anchors[pattern]);
    int slot = slot(anchor);
    windows[slot] = anchor;
    next[pattern] = first[slot];
    first[slot] = pattern;
  }

  /** Returns where the anchor of a pattern begins in it. */
  int anchor(int pattern) {
    return anchors[pattern];
  }

  /**
   * Returns the first pattern whose anchor is the window at the index, or {@link #NONE}.
   *
   * @param bytes at least {@link #MAX_WINDOW} of them after the index
   */
  int firstWithAnchor(byte[] bytes, int at) {
    return first[slot((long) LONGS.get(bytes, at) & mask)];
  }

  /** Returns the next pattern with the same anchor, or {@link #NONE}. */
  int nextWithAnchor(int pattern) {
    return next[pattern];
  }

  /** Whether the pattern begins at the index, which may be outside of the valid bytes. */
  boolean isAt(byte[] bytes, int start, int end, int pattern) {
    byte[] expected = patterns.get(pattern);
    return start >= 0
        && start + expected.length <= end
        && Arrays.equals(bytes, start, start + expected.length, expected, 0, expected.length);
  }

  private long windowOf(byte[] pattern, int at) {
    long bits = 0;
    for (int i = window - 1; i >= 0; i--) {
      bits = bits << Byte.SIZE | pattern[at + i] & 0xFF;
    }
    return bits;
  }

  /** Returns the slot of the window, or the empty slot where it belongs. */
  private int slot(long anchor) {
    int at = (int) (anchor * MULTIPLIER >>> shift);
    while (first[at] != NONE && windows[at] != anchor) {
      at = at + 1 & first.length - 1;
    }
    return at;
  }
}

package dev.goldenrod.masking.proof;

import java.util.Arrays;

/**
 * How far a search may go on after three bytes, by the algorithm of Wu and Manber: 0 if an anchor
 * may end there.
 */
final class ShiftTable {
  private static final int BLOCK = 3;
  private static final int BITS = 18;
  private static final int MULTIPLIER = 0x9E3779B1;

  private final int window;
  private final byte[] shifts = new byte[1 << BITS];

  /**
   * @param window length of all anchors in bytes, at least 3
   */
  ShiftTable(int window) {
    this.window = window;
    Arrays.fill(shifts, (byte) (window - BLOCK + 1));
  }

  /** Adds an anchor. */
  void add(byte[] bytes, int anchor) {
    for (int end = BLOCK - 1; end < window; end++) {
      int slot = slot(bytes, anchor + end);
      shifts[slot] = (byte) Math.min(shifts[slot], window - 1 - end);
    }
  }

  /** Returns the shift for the bytes that end at the index. */
  int after(byte[] bytes, int end) {
    return shifts[slot(bytes, end)];
  }

  private static int slot(byte[] bytes, int end) {
    int block = (bytes[end] & 0xFF) | (bytes[end - 1] & 0xFF) << 8 | (bytes[end - 2] & 0xFF) << 16;
    return block * MULTIPLIER >>> Integer.SIZE - BITS;
  }
}

package dev.goldenrod.masking.proof;

import java.util.Arrays;

/**
 * A set of 64-bit digests of bounded size. Once full, the set halves itself: only digests whose low
 * {@link #level} bits are zero stay, which is a uniform sample of the distinct values. Not
 * thread-safe.
 */
final class DigestSet {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int MAX_LIMIT = 1 << 28;

  private final int limit;
  private long[] slots = new long[FIRST_SLOTS];
  private boolean hasZero;
  private int size;
  private int level;

  /**
   * @param limit digests that are held at most; 16 to 32 bytes of memory each
   */
  DigestSet(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "a set of digests holds 1 to %d, not %d".formatted(MAX_LIMIT, limit));
    }
    this.limit = limit;
  }

  void add(long digest) {
    if (!isSampled(digest) || contains(digest)) {
      return;
    }
    insert(digest);
    while (size > limit && level < Long.SIZE - 1) {
      level++;
      resize(slots.length);
    }
    if (size > slots.length / 2) {
      resize(slots.length * 2);
    }
  }

  boolean contains(long digest) {
    return digest == 0 ? hasZero : slots[slot(digest)] != 0;
  }

  /** Whether the digest would be held if its value had been added. */
  boolean isSampled(long digest) {
    return (digest & ((1L << level) - 1)) == 0;
  }

  int size() {
    return size;
  }

  /** Returns how often the set was halved: it holds one of 2<sup>level</sup> distinct values. */
  int level() {
    return level;
  }

  void clear() {
    Arrays.fill(slots, 0);
    hasZero = false;
    size = 0;
  }

  private void insert(long digest) {
    if (digest == 0) {
      hasZero = true;
    } else {
      slots[slot(digest)] = digest;
    }
    size++;
  }

  private void resize(int length) {
    long[] old = slots;
    slots = new long[length];
    size = hasZero ? 1 : 0;
    for (long digest : old) {
      if (digest != 0 && isSampled(digest)) {
        insert(digest);
      }
    }
  }

  /** Returns the slot of the digest, or the empty slot where it belongs. */
  private int slot(long digest) {
    int mask = slots.length - 1;
    int at = (int) (digest >>> 32) & mask;
    while (slots[at] != 0 && slots[at] != digest) {
      at = (at + 1) & mask;
    }
    return at;
  }
}

package dev.goldenrod.masking;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An unbounded sequence of numbers that a key and a value determine. Not thread-safe: belongs to
 * one call of a transformer.
 */
public final class KeyedNumbers {
  private final UnaryOperator<byte[]> next;
  private byte[] block;
  private int position;

  KeyedNumbers(byte[] seed, UnaryOperator<byte[]> next) {
    this.next = next;
    this.block = seed;
  }

  /**
   * Returns a number from 0 to below the bound.
   *
   * @param bound from 1 to 2^31 - 1
   */
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("the bound " + bound + " is below 1");
    }
    return (int) (((nextLong() >>> 33) * bound) >>> 31);
  }

  /** Returns any long. */
  public long nextLong() {
    if (position + Long.BYTES > block.length) {
      block = next.apply(block);
      position = 0;
    }
    long number = ByteBuffer.wrap(block).getLong(position);
    position += Long.BYTES;
    return number;
  }

  /** Returns a number from 0 to below 1. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Returns one of the elements. */
  public <T> T pick(List<T> elements) {
    return elements.get(nextInt(elements.size()));
  }
}

package dev.goldenrod.masking.permute;

import dev.goldenrod.masking.KeyedHash;
import java.util.function.LongUnaryOperator;

/** A permutation of the numbers from 0 to below a size, determined by a key. Thread-safe. */
public final class RangePermutation {
  /** The largest size for which all numbers are shuffled in memory, in 400 kB. */
  private static final int LARGEST_TABLE = 100_000;

  private final long size;
  private final LongUnaryOperator permutation;

  /**
   * Creates a permutation.
   *
   * @param hash determines the permutation, together with the size
   * @param size at least 1
   */
  public RangePermutation(KeyedHash hash, long size) {
    if (size < 1) {
      throw new IllegalArgumentException("the size " + size + " is below 1");
    }
    this.size = size;
    this.permutation =
        size <= LARGEST_TABLE ? new ShuffledTable(hash, (int) size) : Ff1.of(hash, size);
  }

  /** Returns the number's image. */
  public long apply(long number) {
    if (number < 0 || number >= size) {
      throw new IllegalArgumentException("the number is not below " + size);
    }
    return permutation.applyAsLong(number);
  }
}

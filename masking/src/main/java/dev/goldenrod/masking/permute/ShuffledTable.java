package dev.goldenrod.masking.permute;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.KeyedNumbers;
import java.util.function.LongUnaryOperator;

/** A shuffled array of all numbers, by Fisher and Yates. */
final class ShuffledTable implements LongUnaryOperator {
  private final int[] images;

  ShuffledTable(KeyedHash hash, int size) {
    KeyedNumbers random = hash.numbers("shuffle of " + size);
    images = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      images[i] = images[other];
      images[other] = i;
    }
  }

  @Override
  public long applyAsLong(long number) {
    return images[(int) number];
  }
}

package dev.goldenrod.masking.permute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.Masks;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares images with those of Bouncy Castle's FF1. */
class Ff1Test {
  private static final int AES_KEY_BYTES = 16;

  @ParameterizedTest
  @CsvSource({
    "100001, 4, 32",
    "16777217, 4, 65",
    "10000000000, 6, 47",
    "1099511627776, 6, 102",
    "999999999999999989, 8, 178",
    "9223372036854775807, 8, 235"
  })
  void images_are_those_of_another_implementation(long size, int length, int radix) {
    KeyedHash hash = Masks.KEY.hash("f");
    LongUnaryOperator ours = Ff1.of(hash, size);
    Random random = new Random(size);

    for (int i = 0; i < 2000; i++) {
      long number = i == 0 ? size - 1 : (random.nextLong() & Long.MAX_VALUE) % size;
      assertThat(ours.applyAsLong(number))
          .as("the image of %d below %d", number, size)
          .isEqualTo(theirs(hash, size, length, radix, number));
    }
  }

  private static long theirs(KeyedHash hash, long size, int length, int radix, long number) {
    FPEFF1Engine engine = new FPEFF1Engine();
    byte[] key = Arrays.copyOf(hash.digest("FF1 of " + size), AES_KEY_BYTES);
    engine.init(true, new FPEParameters(new KeyParameter(key), radix, new byte[0]));
    byte[] digits = digits(number, length, radix);
    long image;
    do {
      engine.processBlock(digits, 0, digits.length, digits, 0);
      image = number(digits, radix);
    } while (Long.compareUnsigned(image, size) >= 0);
    return image;
  }

  private static byte[] digits(long number, int length, int radix) {
    byte[] digits = new byte[length];
    long rest = number;
    for (int i = length - 1; i >= 0; i--) {
      digits[i] = (byte) (rest % radix);
      rest /= radix;
    }
    return digits;
  }

  private static long number(byte[] digits, int radix) {
    long number = 0;
    for (byte digit : digits) {
      number = number * radix + (digit & 0xff);
    }
    return number;
  }
}

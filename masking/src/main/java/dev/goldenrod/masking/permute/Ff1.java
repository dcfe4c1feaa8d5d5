package dev.goldenrod.masking.permute;

import dev.goldenrod.masking.KeyedHash;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.bouncycastle.crypto.fpe.FPEEngine;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * The format-preserving encryption FF1 of NIST SP 800-38G on numbers below a size of at least
 * 1,000,000 or so. Numbers are written with digits of a radix whose power is just above the size;
 * an image that is not below the size is encrypted again, until it is (cycle walking).
 */
final class Ff1 implements LongUnaryOperator {
  /** FF1's own lower bound of a domain. */
  private static final long SMALLEST_DOMAIN = 1_000_000;

  /** Of AES-128. */
  private static final int KEY_BYTES = 16;

  private static final int LARGEST_RADIX = 256;

  /** More than what doubles are rounded by. */
  private static final double ROUNDING = 1 + 1e-12;

  private final long size;
  private final int radix;
  private final int length;
  private final ThreadLocal<FPEEngine> engines;

  private Ff1(byte[] key, long size, int radix, int length) {
    this.size = size;
    this.radix = radix;
    this.length = length;
    this.engines = ThreadLocal.withInitial(() -> engine(key, radix));
  }

  static Ff1 of(KeyedHash hash, long size) {
    long domain = Math.max(size, SMALLEST_DOMAIN);
    int length = 2;
    while (Math.pow(LARGEST_RADIX, length) < domain * ROUNDING) {
      length += 2;
    }
    return new Ff1(
        Arrays.copyOf(hash.digest("FF1 of " + size), KEY_BYTES),
        size,
        smallestRadix(domain, length),
        length);
  }

  @Override
  public long applyAsLong(long number) {
    FPEEngine engine = engines.get();
    byte[] digits = new byte[length];
    write(number, digits);
    long image;
    do {
      engine.processBlock(digits, 0, length, digits, 0);
      image = read(digits);
    } while (image < 0 || image >= size);
    return image;
  }

  private void write(long number, byte[] digits) {
    long rest = number;
    for (int i = length - 1; i >= 0; i--) {
      digits[i] = (byte) (rest % radix);
      rest /= radix;
    }
  }

  /** Returns the number, or -1 if it is above the largest long. */
  private long read(byte[] digits) {
    long number = 0;
    for (byte digit : digits) {
      long high = Math.multiplyHigh(number, radix);
      long next = number * radix + (digit & 0xff);
      if (high != 0 || next < 0) {
        return -1;
      }
      number = next;
    }
    return number;
  }

  /** Returns the smallest radix with which numbers below the domain have at most these digits. */
  private static int smallestRadix(long domain, int length) {
    int radix = (int) Math.pow(domain, 1.0 / length);
    while (Math.pow(radix, length) < domain * ROUNDING) {
      radix++;
    }
    return radix;
  }

  private static FPEEngine engine(byte[] key, int radix) {
    FPEEngine engine = new FPEFF1Engine(new RuntimeAes());
    engine.init(true, new FPEParameters(new KeyParameter(key), radix, new byte[0]));
    return engine;
  }
}

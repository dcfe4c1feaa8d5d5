package dev.goldenrod.masking.permute;

import dev.goldenrod.masking.KeyedHash;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The format-preserving encryption FF1 of NIST SP 800-38G with AES-128 and no tweak, on numbers
 * below a size of at least 1,000,000 or so. Numbers have an even number of digits of a radix whose
 * power is just above the size, so that both halves fit into 32 bits; an image that is not below
 * the size is encrypted again, until it is (cycle walking).
 */
final class Ff1 implements LongUnaryOperator {
  /** FF1's own lower bound of a domain. */
  private static final long SMALLEST_DOMAIN = 1_000_000;

  private static final String AES = "AES";
  private static final int KEY_BYTES = 16;
  private static final int BLOCK_BYTES = 16;
  private static final int ROUNDS = 10;
  private static final int LARGEST_RADIX = 256;

  /** More than what doubles are rounded by. */
  private static final double ROUNDING = 1 + 1e-12;

  private final long size;

  /** The number of values of half the digits. */
  private final long half;

  private final int halfBytes;
  private final ThreadLocal<Rounds> rounds;

  private Ff1(byte[] key, long size, int radix, int length) {
    this.size = size;
    this.half = power(radix, length / 2);
    this.halfBytes = (Long.SIZE - Long.numberOfLeadingZeros(half - 1) + Byte.SIZE - 1) / Byte.SIZE;
    this.rounds = ThreadLocal.withInitial(() -> new Rounds(key, radix, length));
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
    Rounds own = rounds.get();
    long image = number;
    do {
      image = own.encrypt(image);
    } while (Long.compareUnsigned(image, size) >= 0);
    return image;
  }

  /** Returns the smallest radix with which numbers below the domain have at most these digits. */
  private static int smallestRadix(long domain, int length) {
    int radix = (int) Math.pow(domain, 1.0 / length);
    while (Math.pow(radix, length) < domain * ROUNDING) {
      radix++;
    }
    return radix;
  }

  private static long power(int radix, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= radix;
    }
    return power;
  }

  /** The rounds of one thread, with the standard's names of blocks. */
  private final class Rounds {
    private final Cipher aes;

    /** The encrypted block P, which begins each round's CBC-MAC. */
    private final byte[] encryptedP = new byte[BLOCK_BYTES];

    private final byte[] q = new byte[BLOCK_BYTES];
    private final byte[] r = new byte[BLOCK_BYTES];
    private final ByteBuffer result = ByteBuffer.wrap(r);

    Rounds(byte[] key, int radix, int length) {
      try {
        aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, AES));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + AES, e);
      }
      byte[] p =
          ByteBuffer.allocate(BLOCK_BYTES)
              .put(new byte[] {1, 2, 1, 0})
              .putShort((short) radix)
              .put(new byte[] {ROUNDS, (byte) (length / 2)})
              .putInt(length)
              .array();
      encrypt(p, encryptedP);
    }

    /** Encrypts a number, which is unsigned. */
    long encrypt(long number) {
      long a = Long.divideUnsigned(number, half);
      long b = Long.remainderUnsigned(number, half);
      for (int round = 0; round < ROUNDS; round++) {
        long c = (a + Long.remainderUnsigned(mac(round, b), half)) % half;
        a = b;
        b = c;
      }
      return a * half + b;
    }

    /** Returns the first eight bytes of R, the CBC-MAC of P and Q. */
    private long mac(int round, long b) {
      System.arraycopy(encryptedP, 0, q, 0, BLOCK_BYTES);
      q[BLOCK_BYTES - 1 - halfBytes] ^= (byte) round;
      for (int i = 0; i < halfBytes; i++) {
        q[BLOCK_BYTES - 1 - i] ^= (byte) (b >>> i * Byte.SIZE);
      }
      encrypt(q, r);
      return result.getLong(0);
    }

    private void encrypt(byte[] block, byte[] encrypted) {
      try {
        aes.update(block, 0, BLOCK_BYTES, encrypted, 0);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

package dev.goldenrod.masking.proof;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed digests of one column's originals: 64 bits of an HMAC-SHA256 under a key that exists in
 * memory only, as long as this object. Memory is bounded; beyond the bound a uniform sample of the
 * distinct values is held, and {@link #coverage()} says how many. Thread-safe.
 *
 * <p>Two different values have the same digest with a probability of 2<sup>-64</sup>: a finding
 * among a billion lookups in four million digests is a chance of about 2 in 10,000.
 */
public final class Digests implements AutoCloseable {
  private static final String HMAC = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final DigestSet digests;
  private final Mac mac;

  private Digests(DigestSet digests, Mac mac) {
    this.digests = digests;
    this.mac = mac;
  }

  /**
   * Returns an empty set under a new random key.
   *
   * @param limit distinct values that are held at most; up to 32 bytes of memory each
   */
  public static Digests withLimit(int limit) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return new Digests(new DigestSet(limit), mac);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no " + HMAC, e);
    }
  }

  /** Adds an original value. Case and white space at both ends do not count. */
  public synchronized void add(String value) {
    digests.add(digest(value));
  }

  /** Returns whether the stored value is one of the originals, as far as they are held. */
  public boolean contains(String value) {
    return lookUp(value) == Found.ORIGINAL;
  }

  synchronized Found lookUp(String value) {
    long digest = digest(value);
    if (!digests.isSampled(digest)) {
      return Found.NOT_HELD;
    }
    return digests.contains(digest) ? Found.ORIGINAL : Found.OTHER;
  }

  /** Returns the distinct originals that are held. */
  public synchronized int size() {
    return digests.size();
  }

  /**
   * Returns the part of the distinct originals that is held: 1, or 1/2, 1/4, … beyond the limit.
   */
  public synchronized double coverage() {
    return 1.0 / (1L << digests.level());
  }

  /** Removes the digests. */
  @Override
  public synchronized void close() {
    digests.clear();
  }

  private long digest(String value) {
    byte[] normalized = value.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(mac.doFinal(normalized)).getLong();
  }

  /** The result of one lookup. */
  enum Found {
    ORIGINAL,
    OTHER,
    /** Outside of the sample. */
    NOT_HELD
  }
}

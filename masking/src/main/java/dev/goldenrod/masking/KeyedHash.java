package dev.goldenrod.masking;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A keyed function of values: HMAC-SHA256 under a key derived for one purpose. Thread-safe. */
public final class KeyedHash {
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;
  private final ThreadLocal<Mac> macs;

  private KeyedHash(byte[] key) {
    this.key = key;
    this.macs = ThreadLocal.withInitial(() -> mac(key));
  }

  static KeyedHash of(byte[] masterKey, String... purpose) {
    Mac mac = mac(masterKey);
    for (String part : purpose) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      mac.update(bytes);
    }
    return new KeyedHash(mac.doFinal());
  }

  /** Returns the 32 bytes of a value. */
  public byte[] digest(String value) {
    return digest(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the 32 bytes of a value. */
  public byte[] digest(byte[] value) {
    return macs.get().doFinal(value);
  }

  /** Returns an unbounded sequence of numbers that a value determines. */
  public KeyedNumbers numbers(String value) {
    return new KeyedNumbers(digest(value), this::digest);
  }

  /** Returns a keyed function for a narrower purpose, which is independent of this one. */
  public KeyedHash derive(String purpose) {
    return of(key, purpose);
  }

  /** Returns a MAC of this function's key, for a value that is read piece by piece. */
  public Mac newMac() {
    return mac(key);
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}

package dev.goldenrod.masking;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The secret of 32 bytes that determines the masks of all values. Whoever has it can test whether a
 * mask belongs to a guessed original. Immutable.
 */
public final class MaskingKey {
  /** The length of a key in bytes. */
  public static final int BYTES = 32;

  private final byte[] bytes;
  private final String id;

  /**
   * Creates a key.
   *
   * @throws IllegalArgumentException if there are not 32 bytes
   */
  public MaskingKey(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a masking key has %d bytes, not %d".formatted(BYTES, bytes.length));
    }
    this.bytes = bytes.clone();
    this.id = idOf(bytes);
  }

  /** Returns 16 hexadecimal digits that identify the key and reveal nothing of it. */
  public String id() {
    return id;
  }

  /**
   * Returns a keyed function for one purpose. Functions of different purposes are independent of
   * each other.
   *
   * @param purpose the parts of the purpose, for example a link's name
   */
  public KeyedHash hash(String... purpose) {
    return KeyedHash.of(bytes, purpose);
  }

  @Override
  public String toString() {
    return "MaskingKey[" + id + "]";
  }

  private static String idOf(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("goldenrod masking key\0".getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(key), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

package dev.goldenrod.control;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords by PBKDF2-HMAC-SHA256 with 600,000 iterations, as {@code
 * pbkdf2-sha256$iterations$salt$hash} in hex.
 */
final class PasswordHash {
  private static final int ITERATIONS = 600_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;
  private static final String SCHEME = "pbkdf2-sha256";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String NOBODYS = SCHEME + "$" + ITERATIONS + "$00$00";

  private PasswordHash() {}

  /** The salted hash to store. */
  static String of(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    HexFormat hex = HexFormat.of();
    return String.join(
        "$",
        SCHEME,
        Integer.toString(ITERATIONS),
        hex.formatHex(salt),
        hex.formatHex(derive(password, salt, ITERATIONS)));
  }

  /**
   * Whether the password is the hash's. Takes the same time for any password, and for no hash.
   *
   * @param stored what {@link #of} returned; null when there is no such member or no password
   */
  static boolean matches(String password, @Nullable String stored) {
    String[] parts = (stored == null ? NOBODYS : stored).split("\\$");
    HexFormat hex = HexFormat.of();
    byte[] derived = derive(password, hex.parseHex(parts[2]), Integer.parseInt(parts[1]));
    return MessageDigest.isEqual(derived, hex.parseHex(parts[3])) && stored != null;
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has PBKDF2WithHmacSHA256", impossible);
    } finally {
      spec.clearPassword();
    }
  }
}

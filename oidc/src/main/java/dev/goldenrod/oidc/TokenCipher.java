package dev.goldenrod.oidc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts an issuer's tokens and codes by AES-256-GCM for whoever keeps them: the store, or a
 * client. The key comes from the client secret, which neither has, and from the purpose. Each text
 * belongs to one owner. Thread-safe.
 */
final class TokenCipher {
  private static final String TRANSFORMATION = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  /**
   * @param purpose sets the texts apart from those of other purposes
   */
  TokenCipher(String purpose, String clientSecret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(purpose.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      key = new SecretKeySpec(mac.doFinal(clientSecret.getBytes(StandardCharsets.UTF_8)), "AES");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }

  String encrypt(String token, String owner) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] encrypted =
          cipher(Cipher.ENCRYPT_MODE, nonce, owner).doFinal(token.getBytes(StandardCharsets.UTF_8));
      byte[] all =
          ByteBuffer.allocate(nonce.length + encrypted.length).put(nonce).put(encrypted).array();
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has " + TRANSFORMATION, impossible);
    }
  }

  /** Returns the token; empty if it was encrypted with another secret or for another owner. */
  Optional<String> decrypt(String text, String owner) {
    try {
      ByteBuffer all = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      byte[] nonce = new byte[NONCE_BYTES];
      all.get(nonce);
      byte[] encrypted = new byte[all.remaining()];
      all.get(encrypted);
      byte[] token = cipher(Cipher.DECRYPT_MODE, nonce, owner).doFinal(encrypted);
      return Optional.of(new String(token, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | RuntimeException otherKey) {
      return Optional.empty();
    }
  }

  private Cipher cipher(int mode, byte[] nonce, String owner) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(TRANSFORMATION);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}

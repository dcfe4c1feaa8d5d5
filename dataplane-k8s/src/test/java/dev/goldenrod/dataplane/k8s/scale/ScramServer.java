package dev.goldenrod.dataplane.k8s.scale;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The server side of a SCRAM-SHA-256 login, with one round of hashing. */
final class ScramServer {
  private static final byte[] SALT = bytes("paper's salt");
  private static final int KEY_BITS = 256;

  private final String clientFirst;
  private final String first;

  /**
   * @param clientFirst as in {@code n=,r=nonce}
   */
  ScramServer(String clientFirst) {
    this.clientFirst = clientFirst;
    String nonce = clientFirst.substring(clientFirst.indexOf("r=") + "r=".length());
    first = "r=%spaper,s=%s,i=1".formatted(nonce, base64(SALT));
  }

  String first() {
    return first;
  }

  /**
   * @throws IOException if the client knows none of these passwords
   */
  String last(String clientLast, List<String> passwords) throws IOException {
    int proof = clientLast.lastIndexOf(",p=");
    String authenticated = String.join(",", clientFirst, first, clientLast.substring(0, proof));
    byte[] proven = Base64.getDecoder().decode(clientLast.substring(proof + ",p=".length()));
    try {
      for (String password : passwords) {
        byte[] salted = salted(password);
        if (Arrays.equals(proven, proof(salted, authenticated))) {
          return "v=" + base64(hmac(hmac(salted, "Server Key"), authenticated));
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    throw new IOException("the client knows none of %d passwords".formatted(passwords.size()));
  }

  private static byte[] salted(String password) throws GeneralSecurityException {
    return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
        .generateSecret(new PBEKeySpec(password.toCharArray(), SALT, 1, KEY_BITS))
        .getEncoded();
  }

  private static byte[] proof(byte[] salted, String authenticated) throws GeneralSecurityException {
    byte[] key = hmac(salted, "Client Key");
    byte[] stored = MessageDigest.getInstance("SHA-256").digest(key);
    byte[] signature = hmac(stored, authenticated);
    for (int i = 0; i < key.length; i++) {
      key[i] ^= signature[i];
    }
    return key;
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(bytes(text));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

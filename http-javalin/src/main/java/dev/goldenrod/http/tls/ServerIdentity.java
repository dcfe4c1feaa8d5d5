package dev.goldenrod.http.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A server's certificate, first in its chain, and its key.
 *
 * @param chain never empty
 */
public record ServerIdentity(List<X509Certificate> chain, PrivateKey key) {
  /** The store is in memory alone, where the key is as well. */
  static final String STORE_PASSWORD = "in memory";

  private static final byte[] PROBE = {1, 2, 3};

  public ServerIdentity {
    chain = List.copyOf(chain);
  }

  X509Certificate certificate() {
    return chain.get(0);
  }

  Instant validFrom() {
    return certificate().getNotBefore().toInstant();
  }

  Instant validUntil() {
    return certificate().getNotAfter().toInstant();
  }

  /** Whether the certificate is the key's. */
  boolean belongsTogether() {
    try {
      Signature signature = Signature.getInstance(signatureAlgorithm());
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certificate().getPublicKey());
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private String signatureAlgorithm() {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  /**
   * A store with the key and its chain as the one entry.
   *
   * @throws GeneralSecurityException when a certificate of the chain is not signed by the next
   */
  KeyStore keyStore() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      X509Certificate[] certificates = chain.toArray(X509Certificate[]::new);
      store.setKeyEntry("server", key, STORE_PASSWORD.toCharArray(), certificates);
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException("an empty store cannot be made", e);
    }
  }

  /** Nothing of the key. */
  @Override
  public String toString() {
    return "%s, valid until %s".formatted(certificate().getSubjectX500Principal(), validUntil());
  }
}

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
 * A server's certificate chain and private key.
 *
 * @param chain never empty; the server's certificate is first
 */
public record ServerIdentity(List<X509Certificate> chain, PrivateKey key) {
  /** The key store exists only in memory, as does the key. */
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

  boolean hasMatchingKey() {
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

  /** Returns a key store; throws if a certificate of the chain is not signed by the next one. */
  KeyStore keyStore() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      X509Certificate[] certificates = chain.toArray(X509Certificate[]::new);
      store.setKeyEntry("server", key, STORE_PASSWORD.toCharArray(), certificates);
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException("cannot create an empty key store", e);
    }
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "%s, valid until %s".formatted(certificate().getSubjectX500Principal(), validUntil());
  }
}

package dev.goldenrod.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Paths of a server's certificate and key. */
public record IdentityFiles(Path certificate, Path key) {
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

  /**
   * Reads and validates the files.
   *
   * @throws IllegalArgumentException if they cannot be used; the message names the file and the
   *     remedy
   */
  public ServerIdentity read() {
    List<X509Certificate> chain = PemFile.read(certificate).certificates();
    PrivateKey privateKey = PemFile.read(key).privateKey();
    ServerIdentity identity = new ServerIdentity(chain, privateKey);
    requireMatch(identity);
    requireValid(identity, Instant.now());
    return identity;
  }

  /** Returns the expiry time of the certificate, past or not; empty if it is unreadable. */
  public Optional<Instant> expiry() {
    try {
      return PemFile.read(certificate).certificates().stream()
          .findFirst()
          .map(own -> own.getNotAfter().toInstant());
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private void requireMatch(ServerIdentity identity) {
    if (!identity.hasMatchingKey()) {
      throw new IllegalArgumentException(
          "%s does not match the first certificate in %s; use the key that the certificate was requested with, and put the server's own certificate first"
              .formatted(key, certificate));
    }
    try {
      identity.keyStore();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "%s contains a certificate that is not signed by the next one; the order is the server's own, then its issuer's, and so on"
              .formatted(certificate),
          e);
    }
  }

  private void requireValid(ServerIdentity identity, Instant now) {
    if (now.isAfter(identity.validUntil())) {
      throw new IllegalArgumentException(
          "the certificate in %s expired at %s; renew it"
              .formatted(certificate, identity.validUntil()));
    }
    if (now.isBefore(identity.validFrom())) {
      throw new IllegalArgumentException(
          "the certificate in %s is not valid before %s, and the time is %s; check this machine's clock, or use a certificate that is valid now"
              .formatted(certificate, identity.validFrom(), now));
    }
  }
}

package dev.goldenrod.http.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Paths of a server's certificate and key. */
public record IdentityFiles(Path certificate, Path key) {
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

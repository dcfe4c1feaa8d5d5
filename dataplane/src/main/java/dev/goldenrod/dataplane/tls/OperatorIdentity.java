package dev.goldenrod.dataplane.tls;

import dev.goldenrod.port.DataPlaneException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A server certificate and private key from the operator, after validation.
 *
 * @param chain the server certificate, followed by intermediate certificates
 * @param pem the chain and the private key; secret
 */
public record OperatorIdentity(List<X509Certificate> chain, String pem) {
  private static final byte[] PROBE = {1, 2, 3};

  /** PEM text, and the name of its origin for error messages. */
  public record Source(String name, String text) {
    public Source {
      Objects.requireNonNull(name);
      Objects.requireNonNull(text);
    }

    /** Returns all certificates of the text as PEM. Throws if there is none. */
    public String certificates() {
      return chain(this).stream().map(Pem::of).collect(Collectors.joining());
    }

    /** Omits the text, which may hold a private key. */
    @Override
    public String toString() {
      return name;
    }
  }

  public OperatorIdentity {
    chain = List.copyOf(chain);
  }

  /** Validates a certificate and its key. Throws if a server cannot use them now. */
  public static OperatorIdentity of(Source certificate, Source key, Instant now) {
    List<X509Certificate> chain = chain(certificate);
    PrivateKey secret = key(key);
    if (!belongTogether(chain.get(0), secret)) {
      throw new DataPlaneException(
          "%s is not the private key of the first certificate in %s; specify the key that the certificate was requested with, and put the servers' own certificate first"
              .formatted(key, certificate));
    }
    requireValid(certificate, chain.get(0), now);
    return new OperatorIdentity(chain, certificate.certificates() + Pem.of(secret));
  }

  private static List<X509Certificate> chain(Source source) {
    try {
      return Pem.certificates(source.text());
    } catch (CertificateException e) {
      throw new DataPlaneException("%s: %s".formatted(source, e.getMessage()), e);
    }
  }

  private static PrivateKey key(Source source) {
    try {
      return Pem.key(source.text());
    } catch (GeneralSecurityException e) {
      throw new DataPlaneException(
          "%s %s; to write a key without a password: openssl pkey -in KEY -out NEW"
              .formatted(source, e.getMessage()),
          e);
    }
  }

  private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
    try {
      Signature signature = Signature.getInstance(algorithm(key));
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  private static void requireValid(Source source, X509Certificate certificate, Instant now) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    if (now.isAfter(until)) {
      throw new DataPlaneException(
          "the certificate in %s expired at %s; renew it".formatted(source, until));
    }
    if (now.isBefore(from)) {
      throw new DataPlaneException(
          "the certificate in %s is valid from %s, but the time is %s; check this machine's clock, or use a certificate that is valid now"
              .formatted(source, from, now));
    }
  }

  boolean covers(String host) {
    return HostNames.covers(chain.get(0), host);
  }

  /** Omits the private key. */
  @Override
  public String toString() {
    return "OperatorIdentity[%s]".formatted(chain.get(0).getSubjectX500Principal());
  }
}

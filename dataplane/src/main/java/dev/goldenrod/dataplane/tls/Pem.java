package dev.goldenrod.dataplane.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys as text. */
final class Pem {
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
  private static final Pattern CERTIFICATES =
      Pattern.compile("-----BEGIN CERTIFICATE-----(?s:.*?)-----END CERTIFICATE-----");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----((?s).*?)-----END PRIVATE KEY-----");

  private Pem() {}

  static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateException e) {
      throw new IllegalArgumentException("a certificate without an encoding", e);
    }
  }

  /** The key as PKCS#8, which all engines read. */
  static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String type, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, LINES.encodeToString(content));
  }

  /**
   * All certificates of the text, in their order.
   *
   * @throws CertificateException when there is none, or one cannot be read
   */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> found = new ArrayList<>();
    Matcher block = CERTIFICATES.matcher(text);
    while (block.find()) {
      byte[] pem = block.group().getBytes(StandardCharsets.US_ASCII);
      found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(pem)));
    }
    if (found.isEmpty()) {
      throw new CertificateException("it holds no certificate in PEM");
    }
    return found;
  }

  /**
   * The key of the text, on an elliptic curve.
   *
   * @throws GeneralSecurityException when there is none, or it is another one
   */
  static PrivateKey ecKey(String text) throws GeneralSecurityException {
    Matcher block = KEY.matcher(text);
    if (!block.find()) {
      throw new GeneralSecurityException("it holds no private key in PEM");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }
}

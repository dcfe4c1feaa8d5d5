package dev.goldenrod.dataplane.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

final class Pem {
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
  private static final Pattern CERTIFICATES =
      Pattern.compile("-----BEGIN CERTIFICATE-----(?s:.*?)-----END CERTIFICATE-----");

  private Pem() {}

  static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateException e) {
      throw new IllegalArgumentException("cannot encode the certificate", e);
    }
  }

  /** Returns the key as PKCS#8, which all engines read. */
  static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String type, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, LINES.encodeToString(content));
  }

  /** Returns all certificates of the text, in order. Throws if there is none. */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> found = new ArrayList<>();
    Matcher block = CERTIFICATES.matcher(text);
    while (block.find()) {
      byte[] pem = block.group().getBytes(StandardCharsets.US_ASCII);
      found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(pem)));
    }
    if (found.isEmpty()) {
      throw new CertificateException("it contains no certificate in PEM format");
    }
    return found;
  }

  /** Returns all certificates of the text as PEM, without what else is in it. */
  static String onlyCertificates(String text) throws CertificateException {
    return certificates(text).stream().map(Pem::of).collect(Collectors.joining());
  }

  /**
   * Returns the first private key of the text, in PKCS#8 or OpenSSL's older format.
   *
   * @throws GeneralSecurityException if there is no readable key; the message continues a sentence
   *     that starts with the name of the text
   */
  static PrivateKey key(String text) throws GeneralSecurityException {
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      for (Object entry = parser.readObject(); entry != null; entry = parser.readObject()) {
        if (entry instanceof PrivateKeyInfo key) {
          return new JcaPEMKeyConverter().getPrivateKey(key);
        }
        if (entry instanceof PEMKeyPair pair) {
          return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new GeneralSecurityException("contains a private key that cannot be read", e);
    }
    throw new GeneralSecurityException("contains no private key in PEM format without a password");
  }
}

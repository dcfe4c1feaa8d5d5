package dev.goldenrod.http.tls;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** The parsed content of a PEM file: certificates, keys and other entries. */
record PemFile(Path path, List<Object> entries) {
  static PemFile read(Path path) {
    try (PEMParser parser = new PEMParser(new StringReader(text(path)))) {
      List<Object> entries = new ArrayList<>();
      for (Object entry = parser.readObject(); entry != null; entry = parser.readObject()) {
        entries.add(entry);
      }
      return new PemFile(path, entries);
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("%s cannot be read: %s".formatted(path, reason(e)), e);
    }
  }

  private static String text(Path path) throws IOException {
    return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
  }

  private static String reason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    return e instanceof AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  /** Returns all certificates in file order; throws if there is none. */
  List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Object entry : entries) {
      if (entry instanceof X509CertificateHolder holder) {
        certificates.add(certificate(holder));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          path + " contains no certificate; expected PEM with -----BEGIN CERTIFICATE-----");
    }
    return certificates;
  }

  private X509Certificate certificate(X509CertificateHolder holder) {
    try {
      return new JcaX509CertificateConverter().getCertificate(holder);
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "%s contains a certificate that Java cannot read: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** Returns the first private key; throws if there is none or it is encrypted. */
  PrivateKey privateKey() {
    for (Object entry : entries) {
      if (entry instanceof PrivateKeyInfo key) {
        return privateKey(key);
      }
      if (entry instanceof PEMKeyPair pair) {
        return privateKey(pair.getPrivateKeyInfo());
      }
      if (entry instanceof PKCS8EncryptedPrivateKeyInfo || entry instanceof PEMEncryptedKeyPair) {
        throw new IllegalArgumentException(
            "the key in %s is encrypted with a password; remove the password: openssl pkey -in %s -out NEW"
                .formatted(path, path));
      }
    }
    throw new IllegalArgumentException(
        path + " contains no private key; expected PEM with -----BEGIN PRIVATE KEY-----");
  }

  private PrivateKey privateKey(PrivateKeyInfo key) {
    try {
      return new JcaPEMKeyConverter().getPrivateKey(key);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s contains a key that Java cannot read (%s); use RSA or EC"
              .formatted(path, e.getMessage()),
          e);
    }
  }
}

package dev.goldenrod.http.testkit;

import dev.goldenrod.http.TlsFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** A certificate authority for tests. */
public final class TestAuthority {
  private static final Duration VALID = Duration.ofDays(1);

  private final X500Name name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  private TestAuthority(X500Name name, KeyPair keys, X509Certificate certificate) {
    this.name = name;
    this.keys = keys;
    this.certificate = certificate;
  }

  /** Creates an authority with a new key. */
  public static TestAuthority create() {
    X500Name name = new X500Name("CN=authority " + ThreadLocalRandom.current().nextInt(1000));
    KeyPair keys = newKeys("EC");
    JcaX509v3CertificateBuilder asked =
        request(name, name, keys.getPublic(), Instant.now().plus(VALID));
    try {
      asked.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new TestAuthority(name, keys, sign(asked, keys));
  }

  /** Returns the authority's certificate as PEM. */
  public String pem() {
    return pem(certificate);
  }

  /** Issues a server certificate for the given names and addresses. */
  public Issued issue(String... names) {
    return issue("EC", Instant.now().plus(VALID), names);
  }

  /** Issues a server certificate with the given key algorithm and end of validity. */
  public Issued issue(String algorithm, Instant until, String... names) {
    KeyPair server = newKeys(algorithm);
    JcaX509v3CertificateBuilder asked =
        request(name, new X500Name("CN=server"), server.getPublic(), until);
    GeneralName[] alternatives =
        Stream.of(names).map(TestAuthority::generalName).toArray(GeneralName[]::new);
    try {
      asked.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new Issued(server, sign(asked, keys));
  }

  private static GeneralName generalName(String text) {
    boolean isAddress = text.matches("[0-9.]+");
    return new GeneralName(isAddress ? GeneralName.iPAddress : GeneralName.dNSName, text);
  }

  /** Returns a client context that trusts only this authority. */
  public SSLContext trusting() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", certificate);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair newKeys(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("EC")) {
        generator.initialize(256);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static JcaX509v3CertificateBuilder request(
      X500Name issuer, X500Name subject, PublicKey key, Instant until) {
    BigInteger serial = new BigInteger(64, ThreadLocalRandom.current()).add(BigInteger.ONE);
    Date from = Date.from(until.minus(VALID).minus(VALID));
    return new JcaX509v3CertificateBuilder(issuer, serial, from, Date.from(until), subject, key);
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder asked, KeyPair by) {
    try {
      ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate());
      return new JcaX509CertificateConverter().getCertificate(asked.build(signer));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String pem(Object object) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.toString();
  }

  /** A server's certificate and key pair. */
  public record Issued(KeyPair keys, X509Certificate certificate) {
    /** Returns the certificate as PEM. */
    public String certificatePem() {
      return pem(certificate);
    }

    /** Returns the key as PKCS#8 PEM. */
    public String keyPem() {
      try {
        return pem(new JcaPKCS8Generator(keys.getPrivate(), null).generate());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    /** Returns the key in OpenSSL's traditional format, PKCS#1 or SEC 1. */
    public String traditionalKeyPem() {
      return keys.getPrivate() instanceof ECPrivateKey key
          ? pem(new PemObject("EC PRIVATE KEY", withCurve(key)))
          : pem(keys.getPrivate());
    }

    /** Java's encoding omits the curve, which OpenSSL's contains. */
    private static byte[] withCurve(ECPrivateKey key) {
      try {
        return new org.bouncycastle.asn1.sec.ECPrivateKey(
                256, key.getS(), SECObjectIdentifiers.secp256r1)
            .getEncoded();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    /** Writes the files {@code tls.crt} and {@code tls.key} to the folder. */
    public TlsFiles writeTo(Path folder) {
      try {
        Path certificateFile = Files.writeString(folder.resolve("tls.crt"), certificatePem());
        Path keyFile = Files.writeString(folder.resolve("tls.key"), keyPem());
        return new TlsFiles(certificateFile, keyFile);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}

package dev.goldenrod.dataplane.tls;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of Goldenrod, which signs server certificates. Thread-safe. */
public final class CertificateAuthority {
  private static final String FILE = "authority.pem";
  private static final Duration VALID = Duration.ofDays(3650);

  /** The clocks of other machines may be slow. */
  private static final Duration BACKDATED = Duration.ofHours(1);

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> OWNER_ONLY_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final X509Certificate certificate;
  private final PrivateKey key;
  private final Clock clock;

  private CertificateAuthority(X509Certificate certificate, PrivateKey key, Clock clock) {
    this.certificate = certificate;
    this.key = key;
    this.clock = clock;
  }

  /**
   * Reads the authority in the directory, or creates one if there is none.
   *
   * @param folder is created if missing; only the server's user may read it
   * @throws DataPlaneException if the authority's file is damaged or cannot be read or written
   */
  public static CertificateAuthority open(Path folder, Clock clock) {
    Path file = folder.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(folder, OWNER_ONLY_FOLDER);
        write(file, create(clock));
      }
      return read(Files.readString(file, StandardCharsets.US_ASCII), clock);
    } catch (IOException | GeneralSecurityException e) {
      throw new DataPlaneException(
          "the certificate authority in %s cannot be used: %s; restore the file from a backup, or delete it to create a new authority, whose certificate clients then need"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Path fresh = Files.createTempFile(file.getParent(), ".", ".new", OWNER_ONLY);
    Files.writeString(fresh, text);
    force(fresh);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    force(file.getParent());
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      channel.force(true);
    }
  }

  /** Reads an authority from PEM as {@link #create} returns it. */
  public static CertificateAuthority read(String pem, Clock clock) throws GeneralSecurityException {
    return new CertificateAuthority(Pem.certificates(pem).get(0), Pem.key(pem), clock);
  }

  /** Creates an authority and returns its certificate and private key as PEM. Secret. */
  public static String create(Clock clock) {
    try {
      return make(clock.instant());
    } catch (GeneralSecurityException | IOException e) {
      throw new DataPlaneException("cannot create a certificate authority: " + e.getMessage(), e);
    }
  }

  private static String make(Instant now) throws GeneralSecurityException, IOException {
    KeyPair keys = newKeys();
    String id = HexFormat.of().formatHex(serial().toByteArray(), 0, 4);
    X500Name name = new X500Name("CN=Goldenrod authority " + id);
    JcaX509v3CertificateBuilder asked = request(name, name, keys.getPublic(), now, VALID);
    asked.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    asked.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    asked.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
    return Pem.of(sign(asked, keys.getPrivate())) + Pem.of(keys.getPrivate());
  }

  /** Returns the authority's certificate as PEM. */
  public String pem() {
    return Pem.of(certificate);
  }

  /** Returns the fingerprint of the certificate: {@code sha256:} and 64 hexadecimal digits. */
  public String fingerprint() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java has no SHA-256", e);
    }
  }

  /** Returns whether this authority signed the certificate. */
  boolean hasSigned(X509Certificate other) {
    try {
      other.verify(certificate.getPublicKey());
      return other.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Issues a certificate for host names and IP addresses. Returns it, the authority's certificate
   * and the server's private key as PEM. Secret.
   */
  public String issue(Set<String> names, Duration valid) {
    try {
      KeyPair keys = newKeys();
      JcaX509v3CertificateBuilder asked =
          request(
              new X500Name(certificate.getSubjectX500Principal().getName()),
              new X500Name("CN=Goldenrod server"),
              keys.getPublic(),
              clock.instant(),
              valid);
      extendForServer(asked, names);
      return Pem.of(sign(asked, key)) + pem() + Pem.of(keys.getPrivate());
    } catch (GeneralSecurityException | IOException e) {
      throw new DataPlaneException("cannot create a certificate: " + e.getMessage(), e);
    }
  }

  private void extendForServer(JcaX509v3CertificateBuilder asked, Set<String> names)
      throws CertIOException, GeneralSecurityException {
    asked.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            names.stream().map(CertificateAuthority::alternative).toArray(GeneralName[]::new)));
    asked.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    asked.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    asked.addExtension(
        Extension.authorityKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate.getPublicKey()));
  }

  private static GeneralName alternative(String host) {
    boolean isAddress = HostNames.isAddress(host);
    return new GeneralName(isAddress ? GeneralName.iPAddress : GeneralName.dNSName, host);
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private static BigInteger serial() {
    return new BigInteger(120, new SecureRandom()).setBit(119);
  }

  private static JcaX509v3CertificateBuilder request(
      X500Name issuer, X500Name subject, PublicKey key, Instant now, Duration valid) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        serial(),
        Date.from(now.minus(BACKDATED)),
        Date.from(now.plus(valid)),
        subject,
        key);
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder asked, PrivateKey by)
      throws GeneralSecurityException {
    try {
      ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(by);
      return new JcaX509CertificateConverter().getCertificate(asked.build(signer));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException("Java cannot sign: " + e.getMessage(), e);
    }
  }
}

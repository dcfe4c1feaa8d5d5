package dev.goldenrod.dataplane.tls;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The certificate in an operator's files, for all servers. What is new in them is used soon; while
 * they cannot be used, what was used before is.
 */
public final class OperatorCertificates implements DatabaseTls {
  private final Path certificate;
  private final Path key;
  private final Optional<Path> authorities;
  private final String host;

  /**
   * The certificate of those PEM files.
   *
   * @param certificate the servers' own, and after it those that lead to its authority
   * @param key without a password
   * @param authorities by which clients know it; empty for those of the first file
   * @param host that clients are told
   * @throws DataPlaneException when a file cannot be read, or holds something else
   */
  public OperatorCertificates(Path certificate, Path key, Optional<Path> authorities, String host) {
    this.certificate = certificate;
    this.key = key;
    this.authorities = authorities;
    this.host = host.replaceAll("[\\[\\]]", "");
    identity(Optional.empty());
    authorities();
  }

  @Override
  public String sslMode() {
    return names(chain().get(0)) ? "verify-full" : "require";
  }

  @Override
  public String authorities() {
    StringBuilder text = new StringBuilder();
    read(authorities.orElse(certificate)).forEach(one -> text.append(Pem.of(one)));
    return text.toString();
  }

  @Override
  public String identity(Optional<String> former) {
    StringBuilder text = new StringBuilder();
    chain().forEach(one -> text.append(Pem.of(one)));
    String secret = text(key);
    if (!secret.contains("PRIVATE KEY-----") || secret.contains("ENCRYPTED")) {
      throw new DataPlaneException(
          "%s holds no private key in PEM without a password; write one: openssl pkey -in %s -out NEW"
              .formatted(key, key));
    }
    return text.append(secret.strip()).append('\n').toString();
  }

  private List<X509Certificate> chain() {
    return read(certificate);
  }

  private static List<X509Certificate> read(Path file) {
    try {
      return Pem.certificates(text(file));
    } catch (CertificateException e) {
      throw new DataPlaneException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new DataPlaneException("%s cannot be read: %s".formatted(file, e), e);
    }
  }

  /** Whether clients who check the name find the host in it. */
  private boolean names(X509Certificate one) {
    try {
      Collection<List<?>> alternatives =
          Objects.requireNonNullElse(one.getSubjectAlternativeNames(), List.of());
      return alternatives.stream().anyMatch(name -> matches(String.valueOf(name.get(1))));
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  private boolean matches(String name) {
    String wanted = host.toLowerCase(Locale.ROOT);
    String given = name.toLowerCase(Locale.ROOT);
    return given.equals(wanted)
        || given.startsWith("*.") && wanted.replaceFirst("^[^.]+", "*").equals(given);
  }
}

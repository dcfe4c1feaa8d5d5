package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.OperatorCertificates;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The validated TLS settings of local databases.
 *
 * @param certificate null unless the kind is {@link Kind#CERT}, as is {@code key}
 * @param authorities null to use the authorities in the certificate's file
 */
record DatabaseTlsSettings(
    Kind kind, @Nullable Path certificate, @Nullable Path key, @Nullable Path authorities) {
  private static final DatabaseTlsSettings NONE =
      new DatabaseTlsSettings(Kind.OFF, null, null, null);

  /** The kind of certificate that databases use for TLS. */
  enum Kind {
    OFF,
    AUTO,
    CERT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The option that selects TLS for databases, on any data plane. */
  static final class KindOption {
    @Option(
        names = "--database-tls",
        paramLabel = "MODE",
        defaultValue = "off",
        description =
            "Certificates for the TLS of databases, which clients then must use: auto for an"
                + " authority in DIR, or on Kubernetes in the namespace; cert for"
                + " --database-tls-cert or --kube-tls-secret; off for no TLS (${DEFAULT-VALUE}). A"
                + " change applies to each database at its next start.")
    Kind kind = Kind.OFF;
  }

  /** Throws {@link UsageException} if the options contradict each other. */
  static DatabaseTlsSettings of(
      KindOption chosen, DataPlaneKind dataPlane, LocalServeOptions options) {
    return switch (dataPlane) {
      case LOCAL -> of(chosen.kind, options);
      case KUBERNETES -> NONE;
      case NONE -> {
        if (chosen.kind != Kind.OFF) {
          throw new UsageException(
              "--database-tls %s needs a data plane, but --data-plane is none; remove it and GOLDENROD_DATABASE_TLS"
                  .formatted(chosen.kind));
        }
        yield NONE;
      }
    };
  }

  private static DatabaseTlsSettings of(Kind kind, LocalServeOptions options) {
    boolean hasFiles =
        Stream.of(options.databaseTlsCert, options.databaseTlsKey, options.databaseTlsCa)
            .anyMatch(Objects::nonNull);
    boolean isCert = kind == Kind.CERT;
    if (isCert && (options.databaseTlsCert == null || options.databaseTlsKey == null)) {
      throw new UsageException(
          "--database-tls cert needs --database-tls-cert and --database-tls-key");
    }
    if (hasFiles && !isCert) {
      throw new UsageException(
          "--database-tls-cert, --database-tls-key and --database-tls-ca need --database-tls cert, but it is %s"
              .formatted(kind));
    }
    return new DatabaseTlsSettings(
        kind, options.databaseTlsCert, options.databaseTlsKey, options.databaseTlsCa);
  }

  boolean isOff() {
    return kind == Kind.OFF;
  }

  void applyTo(LocalOptions.Builder options) {
    switch (kind) {
      case OFF -> {}
      case AUTO -> options.ownCertificates();
      case CERT ->
          options.certificate(
              Objects.requireNonNull(certificate), Objects.requireNonNull(key), authorities);
    }
  }

  /**
   * Returns the authorities of the databases' certificates, as PEM; empty without TLS.
   *
   * @throws dev.goldenrod.port.DataPlaneException if a file cannot be used
   */
  Optional<String> authorities(DataDirectory directory, String host) {
    return switch (kind) {
      case OFF -> Optional.empty();
      case AUTO ->
          Optional.of(CertificateAuthority.open(directory.certificates(), Clock.systemUTC()).pem());
      case CERT ->
          Optional.of(
              new OperatorCertificates(
                      Objects.requireNonNull(certificate),
                      Objects.requireNonNull(key),
                      Optional.ofNullable(authorities),
                      host,
                      Clock.systemUTC())
                  .authorities());
    };
  }
}

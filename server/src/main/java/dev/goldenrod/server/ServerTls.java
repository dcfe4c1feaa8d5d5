package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.http.TlsFiles;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The TLS certificates of a server and its databases.
 *
 * @param api the API's certificate; empty for clear text
 * @param authorities the authorities of all certificates that the server issues or knows, as PEM
 * @param fingerprint fingerprint of the API's authority if the certificate is self-issued
 * @param closer stops the renewal
 */
record ServerTls(
    Optional<TlsFiles> api, String authorities, Optional<String> fingerprint, Runnable closer) {
  /**
   * The API has an authority of its own: the users that engines run as can read the keys of the
   * databases' certificates, and could otherwise impersonate the API.
   */
  private static final String API = "api";

  /**
   * @throws dev.goldenrod.port.DataPlaneException if a file cannot be used
   */
  static ServerTls open(ServeSettings settings, DataDirectory directory) {
    Optional<String> ofDatabases =
        settings.dataPlane() == DataPlaneKind.LOCAL
            ? settings.local().authorities(directory)
            : Optional.empty();
    if (!settings.tlsAuto()) {
      return new ServerTls(settings.tls(), ofDatabases.orElse(""), Optional.empty(), () -> {});
    }
    Clock clock = Clock.systemUTC();
    Path folder = directory.certificates().resolve(API);
    CertificateAuthority authority = CertificateAuthority.open(folder, clock);
    ApiCertificate certificate =
        new ApiCertificate(
            new IssuedCertificates(authority, List.of(settings.host()), clock), folder);
    String all =
        Stream.concat(Stream.of(authority.pem()), ofDatabases.stream())
            .distinct()
            .collect(Collectors.joining());
    return new ServerTls(
        Optional.of(certificate.files()),
        all,
        Optional.of(authority.fingerprint()),
        certificate::close);
  }

  void close() {
    closer.run();
  }
}

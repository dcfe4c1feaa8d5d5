package dev.goldenrod.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /** The self-issued certificate of the API, in a file that is rewritten before it expires. */
  static final class ApiCertificate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiCertificate.class);
    private static final String FILE = "api.pem";

    private final IssuedCertificates certificates;
    private final Path file;
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("api-certificate"));

    /**
     * @throws DataPlaneException if the certificate cannot be issued or written
     */
    ApiCertificate(IssuedCertificates certificates, Path folder) {
      this.certificates = certificates;
      this.file = folder.resolve(FILE);
      renew();
      timer.scheduleWithFixedDelay(this::renewSafely, 1, 1, TimeUnit.HOURS);
    }

    TlsFiles files() {
      return new TlsFiles(file, file);
    }

    private void renew() {
      try {
        Optional<String> former =
            Files.exists(file)
                ? Optional.of(Files.readString(file, StandardCharsets.US_ASCII))
                : Optional.empty();
        String identity = certificates.identity(former);
        if (!former.equals(Optional.of(identity))) {
          DurableFile.write(file, identity.getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException e) {
        throw new DataPlaneException("cannot store the API's certificate in " + file, e);
      }
    }

    private void renewSafely() {
      try {
        renew();
      } catch (RuntimeException e) {
        LOG.warn("Cannot renew the API's certificate, will retry in an hour", e);
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}

package dev.goldenrod.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.tls.OwnCertificates;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The API's certificate of our own, in a file that has another one before it expires. */
final class ApiCertificate implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiCertificate.class);
  private static final String FILE = "api.pem";

  private final OwnCertificates certificates;
  private final Path file;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("api-certificate"));

  /**
   * Keeps the certificate in that folder, which is there.
   *
   * @throws DataPlaneException when it cannot be made
   */
  ApiCertificate(OwnCertificates certificates, Path folder) {
    this.certificates = certificates;
    this.file = folder.resolve(FILE);
    renew();
    timer.scheduleWithFixedDelay(this::renewSafely, 1, 1, TimeUnit.HOURS);
  }

  /** What the API speaks TLS with: certificate and key are in the one file. */
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
      throw new DataPlaneException("cannot keep the API's certificate in " + file, e);
    }
  }

  private void renewSafely() {
    try {
      renew();
    } catch (RuntimeException e) {
      LOG.warn("the API's certificate stays as it is", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

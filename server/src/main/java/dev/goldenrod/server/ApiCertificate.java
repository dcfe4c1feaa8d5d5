package dev.goldenrod.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
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

/** The self-issued certificate of the API, in a file that is rewritten before it expires. */
final class ApiCertificate implements AutoCloseable {
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

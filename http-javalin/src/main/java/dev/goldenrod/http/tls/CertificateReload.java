package dev.goldenrod.http.tls;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.http.tls.IdentityFiles.ServerIdentity;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads the certificate files for new connections. If they cannot be used, the problem is logged
 * once and the previous certificate remains in use.
 */
final class CertificateReload extends AbstractLifeCycle {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateReload.class);
  private static final Duration ROUND = Duration.ofSeconds(3);

  private final IdentityFiles files;
  private final SslContextFactory.Server context;
  private ServerIdentity used;
  private @Nullable ScheduledExecutorService timer;
  private String problem = "";
  private int timesSeen;

  /** Loads the files into the context; throws if they cannot be used. */
  CertificateReload(IdentityFiles files, SslContextFactory.Server context) {
    this.files = files;
    this.context = context;
    this.used = files.read();
    setKeyStore(used, context);
    LOG.info("Loaded the TLS certificate of {}", used);
  }

  private void setKeyStore(ServerIdentity identity, SslContextFactory to) {
    try {
      to.setKeyStore(identity.keyStore());
      to.setKeyStorePassword(ServerIdentity.STORE_PASSWORD);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "%s cannot be used: %s".formatted(files.certificate(), e.getMessage()), e);
    }
  }

  @Override
  protected void doStart() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("tls"));
    started.scheduleWithFixedDelay(
        this::reloadIfChanged, ROUND.toMillis(), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    timer = started;
  }

  @Override
  protected void doStop() {
    ScheduledExecutorService started = timer;
    if (started != null) {
      started.shutdownNow();
    }
  }

  private void reloadIfChanged() {
    try {
      ServerIdentity now = files.read();
      if (!now.equals(used)) {
        context.reload(to -> setKeyStore(now, to));
        used = now;
        LOG.info("Reloaded the TLS certificate for new connections: {}", now);
      }
      problem = "";
    } catch (Exception e) {
      logIfRepeated(String.valueOf(e.getMessage()));
    }
  }

  /** Logs a problem when it is seen twice, because an update may be in progress. */
  private void logIfRepeated(String seen) {
    timesSeen = seen.equals(problem) ? timesSeen + 1 : 1;
    problem = seen;
    if (timesSeen == 2) {
      LOG.warn("Cannot reload the TLS certificate, keeping the previous one: {}", seen);
    }
  }
}

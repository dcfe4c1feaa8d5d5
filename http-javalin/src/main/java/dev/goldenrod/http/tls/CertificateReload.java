package dev.goldenrod.http.tls;

import dev.goldenrod.DaemonThreads;
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
 * Has new connections get the certificate that the files hold now. What cannot be used is logged
 * once, and the certificate before stays.
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

  /**
   * Gives the context what the files hold.
   *
   * @throws IllegalArgumentException when it cannot be used
   */
  CertificateReload(IdentityFiles files, SslContextFactory.Server context) {
    this.files = files;
    this.context = context;
    this.used = files.read();
    give(used, context);
    LOG.info("TLS with the certificate of {}", used);
  }

  private void give(ServerIdentity identity, SslContextFactory to) {
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
        this::look, ROUND.toMillis(), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    timer = started;
  }

  @Override
  protected void doStop() {
    ScheduledExecutorService started = timer;
    if (started != null) {
      started.shutdownNow();
    }
  }

  private void look() {
    try {
      ServerIdentity now = files.read();
      if (!now.equals(used)) {
        context.reload(to -> give(now, to));
        used = now;
        LOG.info("TLS with another certificate from now on: {}", now);
      }
      problem = "";
    } catch (Exception e) {
      note(String.valueOf(e.getMessage()));
    }
  }

  /** Logs what is seen a second time: before that, files may be about to be written. */
  private void note(String seen) {
    timesSeen = seen.equals(problem) ? timesSeen + 1 : 1;
    problem = seen;
    if (timesSeen == 2) {
      LOG.warn("{}; new connections get the certificate that was loaded before", seen);
    }
  }
}

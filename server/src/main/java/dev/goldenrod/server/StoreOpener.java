package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.server.backup.MigrationBackups;
import dev.goldenrod.storage.jdbi.JdbiStore;
import dev.goldenrod.storage.jdbi.StoreOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the store of a starting server, and waits for the store if it is unreachable. */
record StoreOpener(StoreSettings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOpener.class);
  private static final long PAUSE_MILLIS = 500;

  /**
   * @throws StoreException if the store cannot be opened, or remains unreachable
   */
  JdbiStore open(DataDirectory directory) {
    if (!settings.url().isEmpty()) {
      return openOrWait(System.nanoTime());
    }
    return settings.isVolatile()
        ? JdbiStore.volatileH2(directory.store())
        : JdbiStore.h2(directory.store(), new MigrationBackups(directory, Version.current()));
  }

  private JdbiStore openOrWait(long begun) {
    boolean told = false;
    while (true) {
      try {
        return JdbiStore.open(options());
      } catch (StoreUnavailableException away) {
        requirePatience(begun, away);
        if (!told) {
          LOG.warn("{}; waiting up to {} s for it", away.getMessage(), seconds());
          told = true;
        }
        pause();
      }
    }
  }

  private StoreOptions options() {
    StoreOptions options = StoreOptions.of(settings.url(), settings.user(), settings.password());
    return settings.poolSize().isPresent()
        ? options.withPoolSize(settings.poolSize().getAsInt())
        : options;
  }

  private void requirePatience(long begun, StoreUnavailableException away) {
    Duration waited = Duration.ofNanos(System.nanoTime() - begun);
    if (waited.compareTo(settings.patience()) >= 0) {
      throw settings.patience().isZero()
          ? away
          : new StoreException(
              "%s; gave up after waiting %d s (--store-wait)"
                  .formatted(away.getMessage(), seconds()),
              away);
    }
  }

  private long seconds() {
    return settings.patience().toSeconds();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store", e);
    }
  }
}

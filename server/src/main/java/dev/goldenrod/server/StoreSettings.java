package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.server.backup.MigrationBackups;
import dev.goldenrod.storage.jdbi.JdbiStore;
import dev.goldenrod.storage.jdbi.StoreOptions;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The location of the store, with credentials, and how to open it.
 *
 * @param url empty for an H2 file in the data directory
 * @param isVolatile whether commits to that file survive a kill but not a power failure
 * @param poolSize maximum number of connections; empty for the default
 * @param patience how long to wait for an unreachable store with a URL
 */
record StoreSettings(
    String url,
    String user,
    String password,
    boolean isVolatile,
    OptionalInt poolSize,
    Duration patience) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreSettings.class);
  private static final long PAUSE_MILLIS = 500;

  StoreSettings {
    if (!url.isEmpty() && !url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:h2:")) {
      throw new UsageException(
          "--store-url '" + withoutSecrets(url) + "' must begin with jdbc:postgresql: or jdbc:h2:");
    }
  }

  /** Returns settings for a store that is not waited for. */
  static StoreSettings of(String url, String user, String password) {
    return new StoreSettings(url, user, password, false, OptionalInt.empty(), Duration.ZERO);
  }

  /**
   * Opens the store of a starting server, and waits for the store if it is unreachable.
   *
   * @throws StoreException if the store cannot be opened, or remains unreachable
   */
  JdbiStore open(DataDirectory directory) {
    if (!url.isEmpty()) {
      return openOrWait(System.nanoTime());
    }
    return isVolatile
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
    StoreOptions options = StoreOptions.of(url, user, password);
    return poolSize.isPresent() ? options.withPoolSize(poolSize.getAsInt()) : options;
  }

  private void requirePatience(long begun, StoreUnavailableException away) {
    Duration waited = Duration.ofNanos(System.nanoTime() - begun);
    if (waited.compareTo(patience) >= 0) {
      throw patience.isZero()
          ? away
          : new StoreException(
              "%s; gave up after waiting %d s (--store-wait)"
                  .formatted(away.getMessage(), seconds()),
              away);
    }
  }

  private long seconds() {
    return patience.toSeconds();
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store", e);
    }
  }

  /** Returns the kind of store in words. */
  String kind() {
    if (url.isEmpty()) {
      return "H2, in a file of the data directory";
    }
    return url.startsWith("jdbc:postgresql:") ? "PostgreSQL" : "H2";
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return url.isEmpty() ? "an H2 file in the data directory" : withoutSecrets(url);
  }

  static String withoutSecrets(String url) {
    return url.replaceAll("[?;].*", "").replaceAll("//[^/@]*@", "//");
  }
}

package dev.goldenrod.server;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * The location of the store, with credentials.
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

  /** Omits the secrets. */
  @Override
  public String toString() {
    return url.isEmpty() ? "an H2 file in the data directory" : withoutSecrets(url);
  }

  static String withoutSecrets(String url) {
    return url.replaceAll("[?;].*", "").replaceAll("//[^/@]*@", "//");
  }
}

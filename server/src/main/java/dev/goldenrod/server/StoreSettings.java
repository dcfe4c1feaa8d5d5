package dev.goldenrod.server;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Where the state lives.
 *
 * @param url empty for an H2 file in the data directory
 * @param isVolatile whether that file's commits outlive a kill of the server alone, and not a loss
 *     of power
 * @param poolSize the most connections to a store with a URL; empty for as many as usual
 * @param patience how long a store with a URL that cannot be reached is waited for
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

  /** A store that is there already, or not at all. */
  static StoreSettings of(String url, String user, String password) {
    return new StoreSettings(url, user, password, false, OptionalInt.empty(), Duration.ZERO);
  }

  /** Everything but the secrets. */
  @Override
  public String toString() {
    return url.isEmpty() ? "an H2 file in the data directory" : withoutSecrets(url);
  }

  static String withoutSecrets(String url) {
    return url.replaceAll("[?;].*", "").replaceAll("//[^/@]*@", "//");
  }
}

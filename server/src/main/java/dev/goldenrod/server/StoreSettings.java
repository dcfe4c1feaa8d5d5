package dev.goldenrod.server;

/**
 * Where the state lives.
 *
 * @param url empty for an H2 file in the data directory
 * @param isVolatile whether that file's commits outlive a kill of the server alone, and not a loss
 *     of power
 */
record StoreSettings(String url, String user, String password, boolean isVolatile) {
  StoreSettings {
    if (!url.isEmpty() && !url.startsWith("jdbc:postgresql:") && !url.startsWith("jdbc:h2:")) {
      throw new UsageException(
          "--store-url '" + withoutSecrets(url) + "' must begin with jdbc:postgresql: or jdbc:h2:");
    }
  }

  /** Everything but the secrets. */
  @Override
  public String toString() {
    return url.isEmpty() ? "an H2 file in the data directory" : withoutSecrets(url);
  }

  private static String withoutSecrets(String url) {
    return url.replaceAll("[?;].*", "").replaceAll("//[^/@]*@", "//");
  }
}

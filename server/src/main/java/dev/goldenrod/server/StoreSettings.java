package dev.goldenrod.server;

/**
 * Where the state lives.
 *
 * @param url empty for an H2 file in the data directory
 */
record StoreSettings(String url, String user, String password) {
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

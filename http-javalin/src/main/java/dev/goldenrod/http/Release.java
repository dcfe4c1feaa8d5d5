package dev.goldenrod.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which release this build is. */
final class Release {
  private static final String FILE = "version.properties";

  private Release() {}

  /** The version, as in {@code 0.1.0} or {@code 0.1.0-SNAPSHOT}. */
  static String version() {
    Properties properties = new Properties();
    try (InputStream in = Release.class.getResourceAsStream(FILE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE + " of this jar", e);
    }
    return properties.getProperty("version");
  }

  /** The release this build is of or leads to, as in {@code v0.1.0}. */
  static String tag() {
    return "v" + version().replace("-SNAPSHOT", "");
  }
}

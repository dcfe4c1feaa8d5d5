package dev.goldenrod.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version of this build. */
final class Release {
  private static final String FILE = "version.properties";

  private Release() {}

  static String version() {
    Properties properties = new Properties();
    try (InputStream in = Release.class.getResourceAsStream(FILE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE + " of this jar", e);
    }
    return properties.getProperty("version");
  }

  /** Returns the release tag, such as {@code v0.1.0}; of a snapshot, the coming one. */
  static String tag() {
    return "v" + version().replace("-SNAPSHOT", "");
  }
}

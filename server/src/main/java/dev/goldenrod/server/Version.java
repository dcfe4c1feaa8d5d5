package dev.goldenrod.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

public final class Version implements IVersionProvider {
  /** Returns the version, as in {@code 0.1.0} or {@code 0.1.0-SNAPSHOT}. */
  public static String current() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read version.properties of this jar", e);
    }
    return properties.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"goldenrod " + current()};
  }
}

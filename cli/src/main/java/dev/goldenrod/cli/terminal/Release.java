package dev.goldenrod.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The release of this program. */
public final class Release implements IVersionProvider {
  /** Creates the provider; called by picocli. */
  public Release() {}

  /** Returns the version, as in {@code 0.1.0} or {@code 0.1.0-SNAPSHOT}. */
  public static String current() {
    Properties properties = new Properties();
    try (InputStream in = Release.class.getResourceAsStream("version.properties")) {
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

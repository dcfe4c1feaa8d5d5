package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.engine.mysql.MySqlEngine;
import java.nio.file.Path;

/**
 * A real MySQL for tests, downloaded once per machine into a folder that builds do not delete. The
 * tests fail if it cannot be downloaded.
 */
public final class CachedMySql {
  public static final String RELEASE = "8.0";

  private CachedMySql() {}

  /** Returns the folder, downloading MySQL if necessary. */
  public static Path fetched() {
    bin();
    return cache();
  }

  private static Path bin() {
    return LocalEngines.open(cache(), null)
        .install(MySqlEngine.TYPE, RELEASE, null, (stage, detail) -> {})
        .bin();
  }

  /** Installs it into the data directory from the folder, as an administrator would. */
  public static Installation installInto(Path dataDir) {
    Path bin = bin();
    return LocalEngines.open(dataDir, null)
        .install(MySqlEngine.TYPE, RELEASE, bin.getParent(), (stage, detail) -> {});
  }

  /** Returns a folder that other users can reach, which root's home is not. */
  private static Path cache() {
    return System.getProperty("user.name").equals("root")
        ? Path.of("/var/cache/goldenrod")
        : Path.of(System.getProperty("user.home"), ".cache", "goldenrod");
  }
}

package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.engine.mysql.MySqlEngine;
import java.nio.file.Path;

/**
 * A real MySQL for tests: fetched once for all builds on this machine, into a folder that no build
 * clears. Where it cannot be fetched, the tests fail and say so.
 */
public final class CachedMySql {
  /** The release that is there. */
  public static final String RELEASE = "8.0";

  private CachedMySql() {}

  /** The folder that has it, fetched now if need be. */
  public static Path fetched() {
    bin();
    return cache();
  }

  private static Path bin() {
    return LocalEngines.open(cache(), null)
        .install(MySqlEngine.TYPE, RELEASE, null, (stage, detail) -> {})
        .bin();
  }

  /** Installs it into the data directory, as an administrator does who has it in a folder. */
  public static Installation installInto(Path dataDir) {
    Path bin = bin();
    return LocalEngines.open(dataDir, null)
        .install(MySqlEngine.TYPE, RELEASE, bin.getParent(), (stage, detail) -> {});
  }

  /** Where other users that servers run as can come to: for root not in its home. */
  private static Path cache() {
    return System.getProperty("user.name").equals("root")
        ? Path.of("/var/cache/goldenrod")
        : Path.of(System.getProperty("user.home"), ".cache", "goldenrod");
  }
}

package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The PostgreSQL installations that databases and tools are taken from. Thread-safe. */
public final class PostgresHomes {
  private PostgresHomes() {}

  /**
   * Looks for installations: in the configured folders if there are any, else where the system's
   * packages put them; then the one that comes with the jar, which is unpacked when first needed.
   *
   * @param configured folders that hold {@code bin/postgres} or {@code postgres}; may be empty
   */
  public static PostgresHomes find(LocalRoot root, RunAs runAs, List<Path> configured) {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * An installation that can run a server of that major version.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is none; the message names those that
   *     are there and the package to install
   */
  public PostgresHome server(int major) {
    throw new UnsupportedOperationException("not yet");
  }

  /** The installation of the highest version that can run a server. */
  public Optional<PostgresHome> newest() {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * An installation that has the tool, of that major version or else of the next newer one.
   *
   * @param tool as in {@code pg_dump}
   * @throws dev.goldenrod.port.DataPlaneException when there is none; the message names the package
   *     to install
   */
  public PostgresHome tools(String tool, int atLeastMajor) {
    throw new UnsupportedOperationException("not yet");
  }

  /** All installations that can run a server, highest version first. */
  public List<PostgresHome> all() {
    throw new UnsupportedOperationException("not yet");
  }
}

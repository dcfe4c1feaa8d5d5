package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The PostgreSQL installations among all. Thread-safe. */
public final class PostgresInstallations {
  private final Installations all;

  private PostgresInstallations(Installations all) {
    this.all = all;
  }

  /**
   * Looks for installations as {@link Installations#find} does.
   *
   * @throws DataPlaneException when a configured folder holds none that the engines' user can run
   */
  public static PostgresInstallations find(LocalRoot root, RunAs runAs, List<Path> configured) {
    return new PostgresInstallations(Installations.find(root, runAs, configured));
  }

  /**
   * An installation that can run a server of that major version.
   *
   * @throws DataPlaneException when there is none
   */
  public PostgresInstallation server(int major) {
    return postgres(all.server(PostgresEngine.TYPE, Integer.toString(major)));
  }

  /** The installation to run a server of no particular version. */
  public Optional<PostgresInstallation> newest() {
    return all.newestServer(PostgresEngine.TYPE).map(PostgresInstallations::postgres);
  }

  /**
   * An installation that has the tool, of that major version or else of the next newer one.
   *
   * @param tool as in {@code pg_dump}
   * @throws DataPlaneException when there is none
   */
  public PostgresInstallation tools(String tool, int atLeastMajor) {
    return postgres(all.postgresTool(tool, atLeastMajor));
  }

  /** All installations that can run a server, in the order they are preferred. */
  public List<PostgresInstallation> all() {
    return all.servers(PostgresEngine.TYPE).stream().map(PostgresInstallations::postgres).toList();
  }

  /** Every release of every engine, and whether a server of it can run now. */
  public List<EngineVersion> engines() {
    return all.engines();
  }

  private static PostgresInstallation postgres(Installation one) {
    return new PostgresInstallation(
        Integer.parseInt(one.release()), one.product().version(), one.folders().get(0));
  }
}

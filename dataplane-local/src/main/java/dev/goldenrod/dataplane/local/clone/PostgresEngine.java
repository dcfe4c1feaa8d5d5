package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.engine.PostgresInstallations;
import dev.goldenrod.dataplane.local.postgres.GoldenInfo;
import dev.goldenrod.dataplane.local.postgres.PostgresServer;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.postgres.ServerFiles;
import dev.goldenrod.dataplane.local.postgres.ServerSpec;
import dev.goldenrod.dataplane.local.process.EngineUsers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Clones that are PostgreSQL servers. */
public final class PostgresEngine implements DatabaseEngine {
  private final PostgresInstallations homes;
  private final EngineUsers users;
  private final String listen;

  /**
   * An engine whose servers listen on that address.
   *
   * @param users that own the databases
   */
  public PostgresEngine(PostgresInstallations homes, EngineUsers users, String listen) {
    this.homes = homes;
    this.users = users;
    this.listen = listen;
  }

  @Override
  public DatabaseServer server(ServerConfig config) {
    PostgresVolume volume = new PostgresVolume(config.volume());
    GoldenInfo golden = GoldenInfo.read(volume);
    ServerSpec spec =
        new ServerSpec(
            homes.server(golden.major()),
            volume,
            config.log(),
            listen,
            config.port(),
            settings(config, golden));
    return new PostgresClone(
        new PostgresServer(spec, users.ownerOf(volume.data())), golden, volume);
  }

  @Override
  public OptionalInt configuredPort(Path volume) {
    return ServerFiles.configuredPort(new PostgresVolume(volume));
  }

  @Override
  public List<String> addresses() {
    return ServerSpec.addresses(listen);
  }

  @Override
  public void warmUp() {
    PostgresServer.warmUp();
  }

  private static Map<String, String> settings(ServerConfig config, GoldenInfo golden) {
    Map<String, String> settings = new TreeMap<>(PostgresSizes.settings(config.size()));
    settings.put("cluster_name", "goldenrod-" + config.id());
    settings.putAll(golden.settings());
    return settings;
  }
}

package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.engine.PostgresHomes;
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
  private final PostgresHomes homes;
  private final EngineUsers users;
  private final String listen;

  /**
   * An engine whose servers listen on that address.
   *
   * @param users that own the databases
   */
  public PostgresEngine(PostgresHomes homes, EngineUsers users, String listen) {
    this.homes = homes;
    this.users = users;
    this.listen = listen;
  }

  @Override
  public DatabaseServer server(Place place) {
    PostgresVolume volume = new PostgresVolume(place.volume());
    GoldenInfo golden = GoldenInfo.read(volume);
    ServerSpec spec =
        new ServerSpec(
            homes.server(golden.major()),
            volume,
            place.log(),
            listen,
            place.port(),
            settings(place, golden));
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

  private static Map<String, String> settings(Place place, GoldenInfo golden) {
    Map<String, String> settings = new TreeMap<>(PostgresSizes.settings(place.size()));
    settings.put("cluster_name", "goldenrod-" + place.id());
    settings.putAll(golden.settings());
    return settings;
  }
}

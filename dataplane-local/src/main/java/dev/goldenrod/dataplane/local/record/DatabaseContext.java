package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.dataplane.StandstillTimes;
import dev.goldenrod.dataplane.local.cgroup.Cgroups;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The environment that all databases of a data directory share.
 *
 * @param folder the parent of the databases' folders
 * @param volatileClones whether clones of goldens skip waiting for the disk
 * @param standstills receives how long copies suspended databases
 * @param tls the certificates from each server's next start on; empty for the engine's default
 */
public record DatabaseContext(
    Path folder,
    VolumeStore volumes,
    OriginVolumes origins,
    EngineServerFactory servers,
    Ports ports,
    EngineUsers users,
    Cgroups cgroups,
    String advertiseHost,
    boolean volatileClones,
    StandstillTimes standstills,
    Optional<DatabaseTls> tls) {
  public DatabaseContext {
    Objects.requireNonNull(folder);
    Objects.requireNonNull(volumes);
    Objects.requireNonNull(origins);
    Objects.requireNonNull(servers);
    Objects.requireNonNull(ports);
    Objects.requireNonNull(users);
    Objects.requireNonNull(cgroups);
    Objects.requireNonNull(advertiseHost);
    Objects.requireNonNull(standstills);
    Objects.requireNonNull(tls);
  }

  public DatabaseFolder folder(UUID id) {
    return new DatabaseFolder(folder.resolve(id.toString()));
  }

  /** Returns whether the database skips waiting for the disk. A named database never does. */
  public boolean isVolatile(DatabaseSpec spec) {
    return volatileClones && spec.origin() instanceof Origin.Version && spec.name().isEmpty();
  }

  public String endpoint(int port) {
    return host() + ":" + port;
  }

  public static int port(String endpoint) {
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** Returns the host in URI syntax, with brackets around an IPv6 address. */
  public String host() {
    return advertiseHost.contains(":") ? "[" + advertiseHost + "]" : advertiseHost;
  }
}

package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.dataplane.StandstillTimes;
import dev.goldenrod.dataplane.local.cgroup.Cgroups;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What databases are made with.
 *
 * @param folder where each database has its own
 * @param origins what they are made of
 * @param users what their engines run as
 * @param cgroups what limits their processes
 * @param advertiseHost the host in endpoints and credentials
 * @param volatileClones whether clones of goldens never wait for the disk
 * @param standstills is told how long they stood still
 * @param tls what servers speak TLS with from their next start on; empty for what each engine does
 *     by itself
 */
public record DatabaseContext(
    Path folder,
    VolumeStore volumes,
    Origins origins,
    DatabaseServers servers,
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

  /** Whether the database never waits for the disk; one that has a name is to be kept. */
  public boolean isVolatile(DatabaseSpec spec) {
    return volatileClones && spec.origin() instanceof Origin.Version && spec.name().isEmpty();
  }

  public String endpoint(int port) {
    return host() + ":" + port;
  }

  /** The port of an endpoint. */
  public static int port(String endpoint) {
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** The host as it stands in a URI. */
  public String host() {
    return advertiseHost.contains(":") ? "[" + advertiseHost + "]" : advertiseHost;
  }
}

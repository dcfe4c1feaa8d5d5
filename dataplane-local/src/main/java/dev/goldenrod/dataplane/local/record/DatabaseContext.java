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
import dev.goldenrod.port.VersionRef;
import java.nio.file.Path;
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
  private String host() {
    return advertiseHost.contains(":") ? "[" + advertiseHost + "]" : advertiseHost;
  }

  /** Finds the volumes that databases are cloned from. Thread-safe. */
  public interface OriginVolumes {
    /**
     * Returns the name of the version's frozen volume. The first call for a registered data
     * directory copies it, which takes time.
     *
     * @throws dev.goldenrod.port.DataPlaneException if the volume or directory does not exist; the
     *     message names the golden, the version and the way out
     */
    String ofVersion(VersionRef version);

    /**
     * Returns the name of the frozen volume with an empty database, which the first call creates.
     *
     * @throws dev.goldenrod.port.DataPlaneException if the engine is not installed, or fails
     */
    String ofBlank(String type, String release);
  }
}

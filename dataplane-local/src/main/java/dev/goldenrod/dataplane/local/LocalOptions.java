package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.PortRange;
import dev.goldenrod.dataplane.local.process.UidRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a local data plane is to work.
 *
 * @param dataDir where everything is kept; made when it is missing
 * @param listen the address that clones listen on, or a comma-separated list; {@code 0.0.0.0} for
 *     all. Loopback is always among them
 * @param advertiseHost the host in endpoints and credentials
 * @param ports what clones get their ports from
 * @param postgresHomes folders of PostgreSQL installations; empty for those the system has
 * @param volumes the kind of volumes, as in {@code reflink}; null for the best that works
 * @param engineUser the user that imports and goldens belong to when the server is root; null for
 *     {@code goldenrod}, created where that is possible, else {@code postgres}, else {@code nobody}
 * @param engineUids the users of clones when the server is root, each of its own: the first number
 *     plus the clone's port; null for {@code engineUser} for all
 * @param importRoots the folders below which stopped data directories may be registered as {@code
 *     dir:} handles
 */
public record LocalOptions(
    Path dataDir,
    String listen,
    String advertiseHost,
    PortRange ports,
    List<Path> postgresHomes,
    @Nullable String volumes,
    @Nullable String engineUser,
    @Nullable UidRange engineUids,
    List<Path> importRoots) {
  private static final String LOOPBACK = "127.0.0.1";

  public LocalOptions {
    dataDir = dataDir.toAbsolutePath().normalize();
    Objects.requireNonNull(listen);
    Objects.requireNonNull(advertiseHost);
    Objects.requireNonNull(ports);
    postgresHomes = List.copyOf(postgresHomes);
    importRoots = List.copyOf(importRoots);
  }

  /** Clones of that data directory, for this machine alone. */
  public static LocalOptions of(Path dataDir) {
    return new LocalOptions(
        dataDir,
        LOOPBACK,
        LOOPBACK,
        PortRange.usual(),
        List.of(),
        null,
        null,
        UidRange.usual(),
        List.of());
  }

  /** The same, listening there and telling clients that host. */
  public LocalOptions reachableAt(String newListen, String newAdvertiseHost) {
    return new LocalOptions(
        dataDir,
        newListen,
        newAdvertiseHost,
        ports,
        postgresHomes,
        volumes,
        engineUser,
        engineUids,
        importRoots);
  }

  /** The same with ports of that range. */
  public LocalOptions withPorts(PortRange newPorts) {
    return new LocalOptions(
        dataDir,
        listen,
        advertiseHost,
        newPorts,
        postgresHomes,
        volumes,
        engineUser,
        engineUids,
        importRoots);
  }

  /** The same with PostgreSQL installations from those folders alone. */
  public LocalOptions withPostgresHomes(List<Path> newHomes) {
    return new LocalOptions(
        dataDir,
        listen,
        advertiseHost,
        ports,
        newHomes,
        volumes,
        engineUser,
        engineUids,
        importRoots);
  }

  /** The same with volumes of that kind; null for the best that works. */
  public LocalOptions withVolumes(@Nullable String newVolumes) {
    return new LocalOptions(
        dataDir,
        listen,
        advertiseHost,
        ports,
        postgresHomes,
        newVolumes,
        engineUser,
        engineUids,
        importRoots);
  }

  /**
   * The same with engines that run as those users when the server is root.
   *
   * @param newUser null for the first that is there
   * @param newUids null for one user for all
   */
  public LocalOptions withEngineUsers(@Nullable String newUser, @Nullable UidRange newUids) {
    return new LocalOptions(
        dataDir,
        listen,
        advertiseHost,
        ports,
        postgresHomes,
        volumes,
        newUser,
        newUids,
        importRoots);
  }

  /**
   * The same, letting data directories below those folders be registered as {@code dir:} handles.
   */
  public LocalOptions withImportRoots(List<Path> newRoots) {
    return new LocalOptions(
        dataDir,
        listen,
        advertiseHost,
        ports,
        postgresHomes,
        volumes,
        engineUser,
        engineUids,
        newRoots);
  }
}

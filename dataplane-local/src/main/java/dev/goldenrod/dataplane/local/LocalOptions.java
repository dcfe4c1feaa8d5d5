package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.PortRange;
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
 */
public record LocalOptions(
    Path dataDir,
    String listen,
    String advertiseHost,
    PortRange ports,
    List<Path> postgresHomes,
    @Nullable String volumes) {
  private static final String LOOPBACK = "127.0.0.1";

  public LocalOptions {
    dataDir = dataDir.toAbsolutePath().normalize();
    Objects.requireNonNull(listen);
    Objects.requireNonNull(advertiseHost);
    Objects.requireNonNull(ports);
    postgresHomes = List.copyOf(postgresHomes);
  }

  /** Clones of that data directory, for this machine alone. */
  public static LocalOptions of(Path dataDir) {
    return new LocalOptions(dataDir, LOOPBACK, LOOPBACK, PortRange.usual(), List.of(), null);
  }

  /** The same, listening there and telling clients that host. */
  public LocalOptions reachableAt(String newListen, String newAdvertiseHost) {
    return new LocalOptions(dataDir, newListen, newAdvertiseHost, ports, postgresHomes, volumes);
  }

  /** The same with ports of that range. */
  public LocalOptions withPorts(PortRange newPorts) {
    return new LocalOptions(dataDir, listen, advertiseHost, newPorts, postgresHomes, volumes);
  }

  /** The same with PostgreSQL installations from those folders alone. */
  public LocalOptions withPostgresHomes(List<Path> newHomes) {
    return new LocalOptions(dataDir, listen, advertiseHost, ports, newHomes, volumes);
  }

  /** The same with volumes of that kind; null for the best that works. */
  public LocalOptions withVolumes(@Nullable String newVolumes) {
    return new LocalOptions(dataDir, listen, advertiseHost, ports, postgresHomes, newVolumes);
  }
}

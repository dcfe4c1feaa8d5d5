package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The ports of one data directory's databases. A port may have several holders and is free after
 * the last release. Thread-safe.
 */
public final class Ports {
  private static final String EVERY_ADDRESS = "0.0.0.0";
  private static final String LOOPBACK = "127.0.0.1";

  /** The next candidate for a short-lived port. */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(1 << 16));

  private final PortRange range;
  private final PortReservations claims;
  private final Map<Integer, Integer> holders = new HashMap<>();

  public Ports(PortRange range, String owner) {
    this(range, owner, PortReservations.ofUser());
  }

  public Ports(PortRange range, String owner, Path claimsFolder) {
    this.range = range;
    this.claims = new PortReservations(claimsFolder, owner);
  }

  /**
   * Reserves a port that is free and not reserved by another server of this machine.
   *
   * @throws DataPlaneException if the range is exhausted
   */
  public synchronized int reserve() {
    int port = find(candidate -> isFree(candidate) && claims.claim(candidate));
    if (port < 0) {
      // Reservations of servers that no longer exist must not exhaust the range.
      port = find(Ports::isFree);
    }
    if (port < 0) {
      throw new DataPlaneException(
          "all ports of %s are in use; delete clones or databases, or configure a larger range"
              .formatted(range));
    }
    holders.put(port, 1);
    return port;
  }

  /** Adds a holder to a reserved port. */
  public synchronized void hold(int port) {
    holders.merge(port, 1, Integer::sum);
    claims.claim(port);
  }

  /** Removes a holder from the port. */
  public synchronized void release(int port) {
    if (holders.computeIfPresent(port, (key, count) -> count > 1 ? count - 1 : null) == null) {
      claims.release(port);
    }
  }

  /** Releases the reservations of a killed server that no database holds. */
  public synchronized void releaseUnheld() {
    claims.releaseAllBut(holders.keySet());
  }

  /** Releases all reservations of a data directory without databases. */
  public static void releaseAll(String owner) {
    new PortReservations(PortReservations.ofUser(), owner).releaseAll();
  }

  /** Returns whether a server could listen on the port at all of the addresses now. */
  public static boolean isFree(List<String> addresses, int port) {
    return addresses.stream().allMatch(address -> canBind(address, port));
  }

  /**
   * Returns a loopback port that is free now. It is not reserved; but outgoing connections do not
   * use it, and this process returns all others of the range before returning it again.
   *
   * @throws DataPlaneException if all are taken
   */
  public static int anyFree() {
    PortRange range = PortRange.shortLived();
    return IntStream.generate(NEXT::getAndIncrement)
        .limit(range.size())
        .map(next -> range.first() + Math.floorMod(next, range.size()))
        .filter(port -> canBind(LOOPBACK, port))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "all ports of %s are in use on the loopback interface; stop the programs that listen on them"
                        .formatted(range)));
  }

  private static boolean isFree(int port) {
    return canBind(EVERY_ADDRESS, port);
  }

  private static boolean canBind(String address, int port) {
    Optional<ServerSocket> socket = bind(address.equals("*") ? EVERY_ADDRESS : address, port);
    socket.ifPresent(Ports::close);
    return socket.isPresent();
  }

  private static Optional<ServerSocket> bind(String address, int port) {
    try {
      return Optional.of(new ServerSocket(port, 1, InetAddress.getByName(address)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A socket without connections closes without errors. */
  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new DataPlaneException("cannot release port " + socket.getLocalPort(), e);
    }
  }

  private int find(IntPredicate usable) {
    return startingAnywhere(range)
        .filter(port -> !holders.containsKey(port) && usable.test(port))
        .findFirst()
        .orElse(-1);
  }

  private static IntStream startingAnywhere(PortRange range) {
    int offset = ThreadLocalRandom.current().nextInt(range.size());
    return IntStream.range(0, range.size()).map(i -> range.first() + (offset + i) % range.size());
  }
}

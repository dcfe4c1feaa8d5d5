package dev.goldenrod.http.web;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Connection.UpgradeFrom;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections that do not send a complete request head in time, even if single bytes keep
 * arriving, and the excess connections of one address. If the total limit is reached, closes the
 * connections that have waited longest for a head. Thread-safe.
 */
final class ConnectionGuard implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final Duration ROUND = Duration.ofMillis(500);

  /** The head of a new connection's first request may still be in transit. */
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** One round frees 1/4 of all connections. */
  private static final int SHARE_TO_FREE = 4;

  private final ConnectionLimits limits;
  private final Map<Connection, HeadWatch> watches = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> perAddress = new ConcurrentHashMap<>();

  ConnectionGuard(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Checks all connections periodically while the scheduler runs. */
  void begin(Scheduler scheduler) {
    if (scheduler.isRunning()) {
      scheduler.schedule(() -> round(scheduler), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void onOpened(Connection connection) {
    if (!hasHeads(connection)) {
      return;
    }
    // Read the address now: a closed connection does not have it anymore.
    InetAddress address = address(connection);
    watches.put(connection, new HeadWatch(connection, address, System.nanoTime()));
    if (address != null && isTooMany(perAddress.merge(address, 1, Integer::sum))) {
      LOG.debug("Closing a connection of {}: limit {} reached", address, limits.mostPerAddress());
      connection.getEndPoint().close();
    }
  }

  /**
   * Matches HTTP connections and those that detect TLS or the HTTP version from the first bytes.
   * TLS connections themselves and WebSockets of agents are not matched.
   */
  private static boolean hasHeads(Connection connection) {
    return connection instanceof ConnectionMetaData
        || connection instanceof UpgradeFrom
        || connection instanceof NegotiatingServerConnection;
  }

  @Override
  public void onClosed(Connection connection) {
    HeadWatch watch = watches.remove(connection);
    if (watch != null && watch.address() != null) {
      perAddress.computeIfPresent(watch.address(), (key, count) -> count == 1 ? null : count - 1);
    }
  }

  private boolean isTooMany(int connections) {
    return limits.mostPerAddress() > 0 && connections > limits.mostPerAddress();
  }

  /** Returns null if the connections of the address are not limited. */
  private @Nullable InetAddress address(Connection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress from
            && !(limits.exemptsLoopback() && from.getAddress().isLoopbackAddress())
        ? from.getAddress()
        : null;
  }

  private void round(Scheduler scheduler) {
    try {
      long now = System.nanoTime();
      closeAll(waiting(now, limits.headPatience()), "no whole head in time");
      endCrowding();
      if (watches.size() >= limits.most()) {
        List<HeadWatch> oldest = waiting(now, SHORTEST_WAIT);
        int room = Math.max(1, limits.most() / SHARE_TO_FREE);
        closeAll(oldest.subList(0, Math.min(room, oldest.size())), "others wait to be accepted");
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot check connections for missing request heads, will retry", e);
    }
    begin(scheduler);
  }

  /** Closes the endpoints only: a notification would block on clients that do not read. */
  private void endCrowding() {
    for (HeadWatch crowding : Crowding.of(watches.values(), limits)) {
      LOG.debug("Closing {}: too many concurrent requests", crowding.connection());
      crowding.connection().getEndPoint().close();
    }
  }

  /** Returns the connections that have waited at least this long for a head, longest first. */
  private List<HeadWatch> waiting(long now, Duration atLeast) {
    return watches.values().stream()
        .filter(watch -> watch.waited(now) >= atLeast.toNanos())
        .sorted(Comparator.comparingLong((HeadWatch watch) -> watch.waited(now)).reversed())
        .toList();
  }

  private static void closeAll(List<HeadWatch> watches, String why) {
    for (HeadWatch watch : watches) {
      LOG.debug("Closing {}: {}", watch.connection(), why);
      watch.close();
    }
  }
}

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
  private final Map<Connection, RequestHeadTimer> timers = new ConcurrentHashMap<>();
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
    if (!readsRequestHeads(connection)) {
      return;
    }
    // Read the address now: a closed connection does not have it anymore.
    InetAddress address = address(connection);
    timers.put(connection, new RequestHeadTimer(connection, address, System.nanoTime()));
    if (address != null && isTooMany(perAddress.merge(address, 1, Integer::sum))) {
      LOG.debug("Closing a connection of {}: limit {} reached", address, limits.mostPerAddress());
      connection.getEndPoint().close();
    }
  }

  /**
   * Matches HTTP connections and those that detect TLS or the HTTP version from the first bytes.
   * TLS connections themselves and WebSockets of agents are not matched.
   */
  private static boolean readsRequestHeads(Connection connection) {
    return connection instanceof ConnectionMetaData
        || connection instanceof UpgradeFrom
        || connection instanceof NegotiatingServerConnection;
  }

  @Override
  public void onClosed(Connection connection) {
    RequestHeadTimer timer = timers.remove(connection);
    if (timer != null && timer.address() != null) {
      perAddress.computeIfPresent(timer.address(), (key, count) -> count == 1 ? null : count - 1);
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
      closeAll(waiting(now, limits.headPatience()), "no complete request head in time");
      shedConnections();
      if (timers.size() >= limits.most()) {
        List<RequestHeadTimer> oldest = waiting(now, SHORTEST_WAIT);
        int room = Math.max(1, limits.most() / SHARE_TO_FREE);
        closeAll(
            oldest.subList(0, Math.min(room, oldest.size())), "others are waiting to be accepted");
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot check connections for missing request heads, will retry", e);
    }
    begin(scheduler);
  }

  /** Closes the endpoints only: a notification would block on clients that do not read. */
  private void shedConnections() {
    for (RequestHeadTimer excess : ConnectionShedding.connectionsToClose(timers.values(), limits)) {
      LOG.debug("Closing {}: too many concurrent requests", excess.connection());
      excess.connection().getEndPoint().close();
    }
  }

  /** Returns the connections that have waited at least this long for a head, longest first. */
  private List<RequestHeadTimer> waiting(long now, Duration atLeast) {
    return timers.values().stream()
        .filter(timer -> timer.waited(now) >= atLeast.toNanos())
        .sorted(Comparator.comparingLong((RequestHeadTimer timer) -> timer.waited(now)).reversed())
        .toList();
  }

  private static void closeAll(List<RequestHeadTimer> timers, String why) {
    for (RequestHeadTimer timer : timers) {
      LOG.debug("Closing {}: {}", timer.connection(), why);
      timer.close();
    }
  }
}

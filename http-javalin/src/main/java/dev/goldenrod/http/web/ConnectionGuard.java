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
 * Hangs up on who does not send the whole head of a request in time, however often a byte of it
 * comes, and on the connections of an address that has too many. Where no more connections are
 * accepted, those that have waited longest for a head make room. Thread-safe.
 */
final class ConnectionGuard implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final Duration ROUND = Duration.ofMillis(500);

  /** Who just connected has its head on the way. */
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** The part of all connections that is free after one round. */
  private static final int SHARE_TO_FREE = 4;

  private final ConnectionLimits limits;
  private final Map<Connection, HeadWatch> watches = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> perAddress = new ConcurrentHashMap<>();

  ConnectionGuard(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Looks at all connections again and again, as long as the scheduler runs. */
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
    // Asked for now: a closed connection does not know it any more.
    InetAddress address = address(connection);
    watches.put(connection, new HeadWatch(connection, address, System.nanoTime()));
    if (address != null && isTooMany(perAddress.merge(address, 1, Integer::sum))) {
      LOG.debug("{} has {} connections already", address, limits.mostPerAddress());
      connection.getEndPoint().close();
    }
  }

  /**
   * Of HTTP, and of what looks at the first bytes for TLS or for HTTP's version; neither of TLS
   * itself nor of agents.
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

  /** Null when its number is not limited. */
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
      LOG.warn("connections without a head are looked for again", e);
    }
    begin(scheduler);
  }

  /** Without a word, which would have to wait for those who take no answers. */
  private void endCrowding() {
    for (HeadWatch crowding : Crowding.of(watches.values(), limits)) {
      LOG.debug("{} is closed: it has too many requests", crowding.connection());
      crowding.connection().getEndPoint().close();
    }
  }

  /** Those that have waited so long for a head, the longest first. */
  private List<HeadWatch> waiting(long now, Duration atLeast) {
    return watches.values().stream()
        .filter(watch -> watch.waited(now) >= atLeast.toNanos())
        .sorted(Comparator.comparingLong((HeadWatch watch) -> watch.waited(now)).reversed())
        .toList();
  }

  private static void closeAll(List<HeadWatch> watches, String why) {
    for (HeadWatch watch : watches) {
      LOG.debug("{} is closed: {}", watch.connection(), why);
      watch.close();
    }
  }
}

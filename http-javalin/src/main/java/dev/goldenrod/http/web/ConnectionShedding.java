package dev.goldenrod.http.web;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects the HTTP/2 connections to close because they carry too many concurrent requests.
 * Concurrent HTTP/2 requests have the same limits as connections, in total and per address.
 */
final class ConnectionShedding {
  /** A connection with HTTP/2 requests in flight; a null address is not limited. */
  record ConnectionLoad<T>(T connection, @Nullable InetAddress address, long requests) {}

  private ConnectionShedding() {}

  static List<RequestHeadTimer> connectionsToClose(
      Collection<RequestHeadTimer> timers, ConnectionLimits limits) {
    return connectionsToClose(
        timers.stream()
            .map(timer -> new ConnectionLoad<>(timer, timer.address(), timer.multiplexedRequests()))
            .filter(load -> load.requests() > 0)
            .toList(),
        limits);
  }

  /** Selects the excess of each address first, then of all remaining connections. */
  static <T> List<T> connectionsToClose(List<ConnectionLoad<T>> loads, ConnectionLimits limits) {
    List<ConnectionLoad<T>> remaining =
        new ArrayList<>(
            loads.stream()
                .sorted(
                    Comparator.<ConnectionLoad<T>>comparingLong(ConnectionLoad::requests)
                        .reversed())
                .toList());
    List<ConnectionLoad<T>> toClose = new ArrayList<>();
    if (limits.mostPerAddress() > 0) {
      byAddress(remaining).forEach(one -> toClose.addAll(excess(one, limits.mostPerAddress())));
      remaining.removeAll(toClose);
    }
    toClose.addAll(excess(remaining, limits.most()));
    return toClose.stream().map(ConnectionLoad::connection).toList();
  }

  private static <T> Collection<List<ConnectionLoad<T>>> byAddress(List<ConnectionLoad<T>> loads) {
    Map<InetAddress, List<ConnectionLoad<T>>> byAddress = new HashMap<>();
    for (ConnectionLoad<T> load : loads) {
      InetAddress address = load.address();
      if (address != null) {
        byAddress.computeIfAbsent(address, key -> new ArrayList<>()).add(load);
      }
    }
    return byAddress.values();
  }

  private static <T> List<ConnectionLoad<T>> excess(
      List<ConnectionLoad<T>> fullestFirst, long most) {
    long requests = fullestFirst.stream().mapToLong(ConnectionLoad::requests).sum();
    List<ConnectionLoad<T>> excess = new ArrayList<>();
    for (ConnectionLoad<T> load : fullestFirst) {
      if (requests <= most) {
        return excess;
      }
      excess.add(load);
      requests -= load.requests();
    }
    return excess;
  }
}

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
final class Crowding {
  /** A connection with HTTP/2 requests in flight; a null address is not limited. */
  record Carrier<T>(T connection, @Nullable InetAddress address, long requests) {}

  private Crowding() {}

  static List<HeadWatch> of(Collection<HeadWatch> watches, ConnectionLimits limits) {
    return among(
        watches.stream()
            .map(watch -> new Carrier<>(watch, watch.address(), watch.multiplexedRequests()))
            .filter(carrier -> carrier.requests() > 0)
            .toList(),
        limits);
  }

  /** Selects the excess of each address first, then of all remaining connections. */
  static <T> List<T> among(List<Carrier<T>> carriers, ConnectionLimits limits) {
    List<Carrier<T>> left =
        new ArrayList<>(
            carriers.stream()
                .sorted(Comparator.<Carrier<T>>comparingLong(Carrier::requests).reversed())
                .toList());
    List<Carrier<T>> crowding = new ArrayList<>();
    if (limits.mostPerAddress() > 0) {
      byAddress(left).forEach(one -> crowding.addAll(excess(one, limits.mostPerAddress())));
      left.removeAll(crowding);
    }
    crowding.addAll(excess(left, limits.most()));
    return crowding.stream().map(Carrier::connection).toList();
  }

  private static <T> Collection<List<Carrier<T>>> byAddress(List<Carrier<T>> carriers) {
    Map<InetAddress, List<Carrier<T>>> byAddress = new HashMap<>();
    for (Carrier<T> carrier : carriers) {
      InetAddress address = carrier.address();
      if (address != null) {
        byAddress.computeIfAbsent(address, key -> new ArrayList<>()).add(carrier);
      }
    }
    return byAddress.values();
  }

  private static <T> List<Carrier<T>> excess(List<Carrier<T>> fullestFirst, long most) {
    long requests = fullestFirst.stream().mapToLong(Carrier::requests).sum();
    List<Carrier<T>> excess = new ArrayList<>();
    for (Carrier<T> carrier : fullestFirst) {
      if (requests <= most) {
        return excess;
      }
      excess.add(carrier);
      requests -= carrier.requests();
    }
    return excess;
  }
}

package dev.goldenrod.http.web;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the connections of HTTP/2 whose requests at once are too many: as many count as connections
 * would, over all and of one address.
 */
final class Crowding {
  private record Carrier(HeadWatch watch, long requests) {}

  private Crowding() {}

  /** Those with the most requests, as many as leave no more than the limits to the others. */
  static List<HeadWatch> of(Collection<HeadWatch> watches, ConnectionLimits limits) {
    List<Carrier> carriers =
        watches.stream()
            .map(watch -> new Carrier(watch, watch.multiplexedRequests()))
            .filter(carrier -> carrier.requests() > 0)
            .sorted(Comparator.comparingLong(Carrier::requests).reversed())
            .toList();
    List<HeadWatch> crowding = new ArrayList<>(excess(carriers, limits.most()));
    if (limits.mostPerAddress() > 0) {
      byAddress(carriers).forEach(one -> crowding.addAll(excess(one, limits.mostPerAddress())));
    }
    return crowding;
  }

  private static Collection<List<Carrier>> byAddress(List<Carrier> carriers) {
    Map<InetAddress, List<Carrier>> byAddress = new HashMap<>();
    for (Carrier carrier : carriers) {
      InetAddress address = carrier.watch().address();
      if (address != null) {
        byAddress.computeIfAbsent(address, key -> new ArrayList<>()).add(carrier);
      }
    }
    return byAddress.values();
  }

  private static List<HeadWatch> excess(List<Carrier> fullestFirst, long most) {
    long requests = fullestFirst.stream().mapToLong(Carrier::requests).sum();
    List<HeadWatch> excess = new ArrayList<>();
    for (Carrier carrier : fullestFirst) {
      if (requests <= most) {
        return excess;
      }
      excess.add(carrier.watch());
      requests -= carrier.requests();
    }
    return excess;
  }
}

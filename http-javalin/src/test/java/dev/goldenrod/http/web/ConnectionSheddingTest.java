package dev.goldenrod.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.web.ConnectionShedding.ConnectionLoad;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionSheddingTest {
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(50, 30, Duration.ofSeconds(1), true);

  @Test
  void an_address_with_too_many_costs_no_other_its_connection() {
    List<ConnectionLoad<String>> loads = new ArrayList<>();
    IntStream.range(0, 40).forEach(i -> loads.add(load("one-" + i, "192.0.2.1", 1)));
    loads.add(load("other", "192.0.2.2", 20));

    assertThat(ConnectionShedding.connectionsToClose(loads, LIMITS))
        .hasSize(10)
        .allMatch(closed -> closed.startsWith("one-"));
  }

  @Test
  void of_many_addresses_with_few_each_the_fullest_connections_are_closed() {
    List<ConnectionLoad<String>> loads =
        List.of(
            load("a", "192.0.2.1", 5),
            load("b", "192.0.2.2", 25),
            load("c", "192.0.2.3", 20),
            load("d", "192.0.2.4", 10));

    assertThat(ConnectionShedding.connectionsToClose(loads, LIMITS)).containsExactly("b");
  }

  @Test
  void within_the_limits_and_from_addresses_that_are_not_counted_none_is_closed() {
    List<ConnectionLoad<String>> loads =
        List.of(load("a", "192.0.2.1", 10), load("proxy", null, 40));

    assertThat(ConnectionShedding.connectionsToClose(loads, LIMITS)).isEmpty();
  }

  private static ConnectionLoad<String> load(String name, @Nullable String address, long requests) {
    try {
      return new ConnectionLoad<>(
          name, address == null ? null : InetAddress.getByName(address), requests);
    } catch (UnknownHostException e) {
      throw new AssertionError(address, e);
    }
  }
}

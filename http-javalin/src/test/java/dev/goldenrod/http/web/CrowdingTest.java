package dev.goldenrod.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.web.Crowding.Carrier;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CrowdingTest {
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(50, 30, Duration.ofSeconds(1), true);

  @Test
  void an_address_with_too_many_costs_no_other_its_connection() {
    List<Carrier<String>> carriers = new ArrayList<>();
    IntStream.range(0, 40).forEach(i -> carriers.add(carrier("one-" + i, "192.0.2.1", 1)));
    carriers.add(carrier("other", "192.0.2.2", 20));

    assertThat(Crowding.among(carriers, LIMITS))
        .hasSize(10)
        .allMatch(closed -> closed.startsWith("one-"));
  }

  @Test
  void of_many_addresses_with_few_each_the_fullest_connections_are_closed() {
    List<Carrier<String>> carriers =
        List.of(
            carrier("a", "192.0.2.1", 5),
            carrier("b", "192.0.2.2", 25),
            carrier("c", "192.0.2.3", 20),
            carrier("d", "192.0.2.4", 10));

    assertThat(Crowding.among(carriers, LIMITS)).containsExactly("b");
  }

  @Test
  void within_the_limits_and_from_addresses_that_are_not_counted_none_is_closed() {
    List<Carrier<String>> carriers =
        List.of(carrier("a", "192.0.2.1", 10), carrier("proxy", null, 40));

    assertThat(Crowding.among(carriers, LIMITS)).isEmpty();
  }

  private static Carrier<String> carrier(String name, @Nullable String address, long requests) {
    try {
      return new Carrier<>(name, address == null ? null : InetAddress.getByName(address), requests);
    } catch (UnknownHostException e) {
      throw new AssertionError(address, e);
    }
  }
}

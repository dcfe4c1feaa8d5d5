package dev.goldenrod.dataplane.local.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PortRangeTest {
  @Test
  void ports_for_outgoing_connections_begin_where_the_system_says() throws IOException {
    Process cut =
        new ProcessBuilder("cut", "-f1", "/proc/sys/net/ipv4/ip_local_port_range").start();
    String told = new String(cut.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(PortRange.firstEphemeral()).hasToString(told);
  }
}

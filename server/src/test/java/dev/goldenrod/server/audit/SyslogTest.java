package dev.goldenrod.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyslogTest {
  private static final String HEADER =
      "<110>1 \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z - goldenrod \\d+ audit - ";

  @Test
  void each_line_is_a_message_with_its_length() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> receive(listening));

      Syslog.at("syslog://127.0.0.1:" + listening.getLocalPort())
          .append("{\"a\":1}\n{\"b\":2}\n".getBytes(StandardCharsets.US_ASCII));

      String sent = received.get(1, TimeUnit.MINUTES);
      int blank = sent.indexOf(' ');
      int length = Integer.parseInt(sent.substring(0, blank));
      String first = sent.substring(blank + 1, blank + 1 + length);
      assertThat(first).matches(HEADER + "\\{\"a\":1}");
      assertThat(sent.substring(blank + 1 + length)).matches("\\d+ " + HEADER + "\\{\"b\":2}");
    }
  }

  private static String receive(ServerSocket listening) {
    try (Socket client = listening.accept()) {
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_server_that_is_away_has_taken_nothing() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Syslog away = Syslog.at("syslog://127.0.0.1:" + port);

    assertThatThrownBy(() -> away.append(new byte[] {'x', '\n'})).isInstanceOf(IOException.class);
  }

  @Test
  void the_port_is_514_where_none_is_given() {
    assertThat(Syslog.at("syslog://log.example")).isEqualTo(new Syslog("log.example", 514));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "syslog:",
        "syslog://",
        "syslog://a/b",
        "syslog://a:x",
        "syslog://b@a",
        "syslog://a?b"
      })
  void what_is_no_address_is_refused(String address) {
    assertThatThrownBy(() -> Syslog.at(address)).isInstanceOf(IllegalArgumentException.class);
  }
}

package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class PodTunnelTest extends PodFixture {
  private static final int PORT = 7001;

  /** Echoes each connection's bytes until it ends. */
  private static final String ECHO =
      """
      use IO::Socket::INET; $SIG{CHLD} = "IGNORE";
      $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => %d, Listen => 9) or die;
      while ($c = $s->accept) { next if fork; print $c $_ while <$c>; exit }
      """
          .formatted(PORT);

  @BeforeAll
  static void listen_in_the_pod() {
    pod.output(List.of("sh", "-c", "perl -e '%s' > /dev/null 2>&1 &".formatted(ECHO)));
    String listening = "%04X 00000000:0000 0A".formatted(PORT);
    Awaitility.await("the pod listens")
        .until(() -> pod.output(List.of("cat", "/proc/net/tcp")).contains(listening));
  }

  @Test
  void connections_lead_to_the_pods_own_port_side_by_side() throws IOException {
    try (PodTunnel tunnel = pod.tunnel(PORT);
        Socket one = connect(tunnel);
        Socket other = connect(tunnel)) {
      send(one, "first\n");
      send(other, "second\n");

      assertThat(read(other, 7)).isEqualTo("second\n");
      assertThat(read(one, 6)).isEqualTo("first\n");
    }
  }

  @Test
  void large_amounts_pass_in_both_directions() throws IOException {
    String text = ("0123456789".repeat(100) + "\n").repeat(2000);
    try (PodTunnel tunnel = pod.tunnel(PORT);
        Socket socket = connect(tunnel)) {
      Thread sender = new Thread(() -> sendQuietly(socket, text));
      sender.start();

      assertThat(read(socket, text.length())).isEqualTo(text);
    }
  }

  @Test
  void a_port_that_nobody_listens_on_ends_the_connection() throws IOException {
    try (PodTunnel tunnel = pod.tunnel(1);
        Socket socket = connect(tunnel)) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void closing_the_tunnel_ends_its_connections() throws IOException {
    PodTunnel tunnel = pod.tunnel(PORT);
    try (Socket socket = connect(tunnel)) {
      send(socket, "alive\n");
      assertThat(read(socket, 6)).isEqualTo("alive\n");

      tunnel.close();

      Awaitility.await("the connection ends")
          .atMost(Duration.ofMinutes(8))
          .until(() -> hasEnded(socket));
      assertThatThrownBy(() -> connect(tunnel)).isInstanceOf(IOException.class);
    }
  }

  private static Socket connect(PodTunnel tunnel) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), tunnel.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void sendQuietly(Socket socket, String text) {
    try {
      send(socket, text);
    } catch (IOException e) {
      // The reader fails.
      Thread.currentThread().interrupt();
    }
  }

  private static String read(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  private static boolean hasEnded(Socket socket) {
    try {
      return socket.getInputStream().read() == -1;
    } catch (IOException e) {
      return true;
    }
  }
}

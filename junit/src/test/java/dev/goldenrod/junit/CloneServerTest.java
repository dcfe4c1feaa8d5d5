package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CloneServerTest {
  @Test
  @Timeout(900)
  void a_clone_that_somebody_removes_meanwhile_is_not_waited_for() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] clone = "{\"id\": \"a\", \"phase\": \"Terminating\"}".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, clone.length);
          exchange.getResponseBody().write(clone);
          exchange.close();
        });
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      Api api = new Api(address, "token");
      CloneServer clones =
          new CloneServer(api, Coordination.NONE, PostgresReleases.ofRemoteServer(api));

      assertThatThrownBy(
              () -> clones.launch(new CloneServer.Clones("shop", CloneSize.SMALL), () -> {}))
          .isInstanceOf(GoldenrodException.class)
          .hasMessageContaining("/v1/instances/a is Terminating");
    } finally {
      server.stop(0);
    }
  }
}

package dev.goldenrod.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.cli.config.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardTest {
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
          requests.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization"));
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void a_guard_deletes_what_it_watches_over_when_its_process_is_gone() throws Exception {
    Guard guard = Guard.over(target(), "/v1/databases/shop?force=true");

    guard.abandon();

    assertThat(requests.poll(60, TimeUnit.SECONDS))
        .isEqualTo("DELETE /v1/databases/shop?force=true Bearer secret");
  }

  @Test
  void a_guard_that_is_dismissed_does_nothing() throws Exception {
    Guard guard = Guard.over(target(), "/v1/databases/shop");

    guard.dismiss();

    assertThat(guard.awaitEnd()).isZero();
    assertThat(requests).isEmpty();
  }

  private Target target() {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new Target("test", url, "secret", null, false);
  }
}

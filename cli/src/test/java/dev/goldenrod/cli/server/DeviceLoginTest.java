package dev.goldenrod.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records the pauses of a login instead of waiting for them. */
class DeviceLoginTest {
  private static final String BEGUN =
      """
      {"device_code": "x", "user_code": "WDJB-MJHT", "verification_uri": "https://id.example",
       "expires_in": 600, "interval": 3}
      """;

  private record Answer(int status, String body) {}

  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<Duration> pauses = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/sign-in/device", exchange -> answer(exchange, new Answer(200, BEGUN)));
    server.createContext("/sign-in/device/token", exchange -> answer(exchange, answers.remove()));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void the_login_asks_more_slowly_when_the_server_wants_it_or_does_not_answer() {
    refuse(400, "authorization_pending");
    refuse(400, "slow_down");
    refuse(503, "temporarily_unavailable");
    answers.add(new Answer(500, "<html>no JSON</html>"));
    refuse(400, "authorization_pending");
    answers.add(new Answer(200, "{\"access_token\": \"grt_session\"}"));

    assertThat(login().await("")).isEqualTo("grt_session");

    assertThat(pauses).extracting(Duration::toSeconds).containsExactly(3L, 3L, 8L, 13L, 18L, 18L);
  }

  private void refuse(int status, String error) {
    answers.add(new Answer(status, "{\"error\": \"%s\"}".formatted(error)));
  }

  private DeviceLogin login() {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    Target target = new Target("test", address, null, null, false);
    return new DeviceLogin(
        new Session(Terminal.ofProcess(), new CommandOptions(), target), pauses::add);
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }
}

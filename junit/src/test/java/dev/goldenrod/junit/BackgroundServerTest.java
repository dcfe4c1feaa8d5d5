package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundServerTest {
  @TempDir private Path folder;

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer stranger;

  @BeforeEach
  void start_a_stranger_at_the_address_of_a_server_that_was_killed() throws IOException {
    stranger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stranger.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    stranger.start();
    Files.writeString(
        folder.resolve("address"), "http://127.0.0.1:" + stranger.getAddress().getPort());
    Files.createDirectory(folder.resolve("data"));
    Files.writeString(folder.resolve("data").resolve("admin-token"), "secret");
  }

  @AfterEach
  void stop() {
    stranger.stop(0);
  }

  @Test
  void the_token_is_not_sent_where_a_killed_server_was() throws IOException {
    Files.createFile(folder.resolve("data").resolve("server.lock"));

    assertThat(new ServerFolder(folder).isUp()).isFalse();
    assertThat(requests).hasValue(0);
  }

  @Test
  void nor_where_none_ever_was() throws IOException {
    assertThat(new ServerFolder(folder).isUp()).isFalse();
    assertThat(requests).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "soon", "9999999999"})
  void it_waits_for_a_sensible_number_of_seconds(String seconds) {
    assertThat(BackgroundServer.end("60")).isEqualTo(Duration.ofMinutes(1));
    assertThatThrownBy(() -> BackgroundServer.end(seconds))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining("GOLDENROD_TESTS_END_AFTER is '%s'".formatted(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "much", "999999"})
  void its_goldens_take_a_sensible_number_of_gib(String gib) {
    assertThat(BackgroundServer.gib("5")).isEqualTo(5);
    assertThatThrownBy(() -> BackgroundServer.gib(gib))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining("GOLDENROD_TESTS_MOST_GIB is '%s'".formatted(gib));
  }
}

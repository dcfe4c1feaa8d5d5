package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that ends while a process uses it. */
class EndedServerIT {
  @TempDir private Path folder;

  private final Golden golden = new Golden("books", new Recipe().script("db/script.sql"));

  @AfterEach
  void end_the_server() throws IOException {
    ProcessHandle server = process();
    server.destroy();
    server.onExit().orTimeout(2, TimeUnit.MINUTES).join();
  }

  @Test
  void another_one_is_started_and_whoever_took_its_port_is_told_nothing()
      throws IOException, SQLException {
    launch();
    URI address = URI.create(Files.readString(folder.resolve("address")));
    String token = Files.readString(token());
    ProcessHandle killed = process();
    killed.destroyForcibly();
    killed.onExit().join();
    AtomicInteger requests = new AtomicInteger();
    HttpServer stranger = stranger(address, requests);

    try (CloneLease clone = launch();
        Connection connection = clone.dataSource().getConnection()) {
      assertThat(connection.isValid(5)).isTrue();
    } finally {
      stranger.stop(0);
    }

    assertThat(requests).hasValue(0);
    assertThat(Files.readString(token())).isNotEqualTo(token);
  }

  private CloneLease launch() {
    return BackgroundServer.of(folder, Duration.ofMinutes(1)).launch(golden, 0);
  }

  private static HttpServer stranger(URI address, AtomicInteger requests) throws IOException {
    HttpServer stranger =
        HttpServer.create(new InetSocketAddress(address.getHost(), address.getPort()), 0);
    stranger.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    stranger.start();
    return stranger;
  }

  private Path token() {
    return folder.resolve("data").resolve("admin-token");
  }

  private ProcessHandle process() throws IOException {
    String pid = Files.readString(folder.resolve("data").resolve("server.lock"));
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }
}

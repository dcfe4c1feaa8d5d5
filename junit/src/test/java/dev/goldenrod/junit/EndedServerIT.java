package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
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
    Optional<ProcessHandle> server = ProcessHandle.of(pid());
    server.ifPresent(ProcessHandle::destroy);
    server.ifPresent(ended -> ended.onExit().orTimeout(2, TimeUnit.MINUTES).join());
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

  @Test
  void it_is_in_no_session_of_the_build_that_started_it() throws IOException {
    launch();

    assertThat(session(process())).isEqualTo(Long.toString(process().pid()));
  }

  @Test
  void one_that_is_told_to_end_leaves_nothing_that_runs() throws IOException {
    CloneLease clone = launch();
    Path id = folder.resolve("data").resolve("id");
    String dataDirectory = Files.readString(id).strip();

    end_the_server();

    assertThat(folder.resolve("address")).doesNotExist();
    assertThatThrownBy(() -> clone.dataSource().getConnection()).isInstanceOf(SQLException.class);
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(dataDirectory);
  }

  /** The sixth field, after the name in parentheses. */
  private static String session(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
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
    return ProcessHandle.of(pid()).orElseThrow();
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readString(folder.resolve("data").resolve("server.lock")));
  }
}

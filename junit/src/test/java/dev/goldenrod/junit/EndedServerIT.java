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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that ends while a process uses it. */
@Tag("slow")
class EndedServerIT {
  @TempDir private Path folder;

  private final Golden golden = new Golden("books", new Recipe().script("db/script.sql"));

  private ProcessHandle server;

  @AfterEach
  void end_the_server() {
    server.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    server.onExit().orTimeout(2, TimeUnit.MINUTES).join();
  }

  @Test
  void another_one_is_started_and_whoever_took_its_port_is_told_nothing()
      throws IOException, SQLException {
    launch();
    URI address = URI.create(Files.readString(folder.resolve("address")));
    String token = Files.readString(token());
    server.destroyForcibly();
    awaitEnd();
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

    assertThat(session(server)).isEqualTo(Long.toString(server.pid()));
  }

  @Test
  void one_that_is_told_to_end_leaves_nothing_that_runs() throws IOException {
    CloneLease clone = launch();
    String dataDirectory = dataDirectory();

    end_the_server();

    assertThat(folder.resolve("address")).doesNotExist();
    assertThatThrownBy(() -> clone.dataSource().getConnection()).isInstanceOf(SQLException.class);
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(dataDirectory);
  }

  @Test
  void one_whose_folder_is_deleted_leaves_nothing_that_is_mounted()
      throws IOException, InterruptedException {
    launch();
    String dataDirectory = dataDirectory();

    new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
    awaitEnd();

    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(dataDirectory);
    assertThat(Path.of("/run/goldenrod", dataDirectory)).doesNotExist();
  }

  @Test
  void its_goldens_are_there_in_a_copy_of_its_folder(@TempDir Path elsewhere) throws Exception {
    AtomicInteger made = new AtomicInteger();
    Recipe recipe =
        new Recipe()
            .script("db/script.sql")
            .initializer("counted", database -> made.incrementAndGet());
    Golden counted = new Golden("counted", recipe);
    launch(folder, counted).close();
    end_the_server();
    Path copy = elsewhere.resolve("copy");
    new ProcessBuilder("cp", "-a", folder.toString(), copy.toString()).start().waitFor();

    try (CloneLease clone = launch(copy, counted)) {
      assertThat(Books.titles(clone.dataSource())).containsExactly("Persuasion");
    }

    assertThat(made).hasValue(1);
  }

  private String dataDirectory() throws IOException {
    return Files.readString(folder.resolve("data").resolve("id")).strip();
  }

  /** Returns the sixth field; the second field, the name, is in parentheses. */
  private static String session(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
  }

  private CloneLease launch() throws IOException {
    return launch(folder, golden);
  }

  private CloneLease launch(Path folder, Golden golden) throws IOException {
    CloneLease clone =
        BackgroundServer.of(folder, Duration.ofMinutes(1)).launch(golden, 0, CloneSize.SMALL);
    String pid = Files.readString(folder.resolve("data").resolve("server.lock"));
    server = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    return clone;
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
}

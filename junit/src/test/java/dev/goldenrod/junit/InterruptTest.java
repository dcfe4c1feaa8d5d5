package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.client.Instances.LaunchInstanceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptTest {
  @TempDir private Path folder;

  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private HttpServer server;

  @BeforeEach
  void start_a_server_whose_clones_are_never_ready() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    Thread.interrupted();
    server.stop(0);
  }

  @Test
  void its_clones_are_noted_and_so_are_those_of_later_ones() throws IOException {
    FolderCoordination coordination = FolderCoordination.register(folder);

    Thread.currentThread().interrupt();
    coordination.launched("first");
    assertThat(Thread.interrupted()).isTrue();
    coordination.launched("second");

    assertThat(noted()).containsExactly("first", "second");
  }

  @Test
  void what_it_changes_is_changed_and_what_it_reads_is_not_waited_for() {
    Api api = new Api(address(), "token");
    LaunchInstanceRequest shop = LaunchInstanceRequest.of("shop", "8h");

    Thread.currentThread().interrupt();
    assertThat(api.send(client -> client.instances().launch(shop)).id()).isEqualTo("a");
    assertThatThrownBy(() -> api.send(client -> client.instances().get("a")))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining("was interrupted");
  }

  @Test
  void a_clone_that_it_does_not_wait_for_is_removed() throws IOException {
    Api api = new Api(address(), "token");
    CloneServer clones =
        new CloneServer(
            api, FolderCoordination.register(folder), PostgresReleases.ofRemoteServer(api));

    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> clones.launch(new CloneServer.Clones("shop", CloneSize.SMALL), () -> {}))
        .isInstanceOf(GoldenrodException.class);
    assertThat(Thread.interrupted()).isTrue();
    clones.release();

    assertThat(noted()).containsExactly("a");
    assertThat(requests).contains("DELETE /v1/instances/a");
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    byte[] clone = "{\"id\": \"a\", \"phase\": \"Pending\"}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, clone.length);
    exchange.getResponseBody().write(clone);
    exchange.close();
  }

  private List<String> noted() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("clients"))) {
      return Files.readAllLines(files.findFirst().orElseThrow());
    }
  }
}

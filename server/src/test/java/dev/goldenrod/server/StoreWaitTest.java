package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.storage.jdbi.PostgresServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts servers before their store. */
class StoreWaitTest {
  private static final String NOBODY = "jdbc:postgresql://127.0.0.1:1/goldenrod";

  @TempDir private Path folder;

  private RunningServer start(String url, String wait) {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    options.storeUrl = url;
    options.storeUser = PostgresServer.USER;
    options.storePassword = PostgresServer.PASSWORD;
    options.availability.storeWait = wait;
    return RunningServer.start(options, Map.of());
  }

  @Tag("slow")
  @Test
  void a_server_waits_for_its_store() throws Exception {
    try (PostgresServer postgres = PostgresServer.own()) {
      String url = postgres.newDatabase();
      int port = URI.create(url.substring("jdbc:".length())).getPort();
      postgres.stop();
      CompletableFuture<RunningServer> started;
      try (ServerSocket inItsPlace = new ServerSocket(port, 10, InetAddress.getLoopbackAddress())) {
        started =
            CompletableFuture.supplyAsync(() -> start(url, "1h"), task -> new Thread(task).start());
        inItsPlace.accept().close();
      }
      postgres.startAgain();

      try (RunningServer server = started.get(3, TimeUnit.MINUTES)) {
        assertThat(server.control().isHealthy()).isTrue();
      }
    }
  }

  @Test
  void a_server_waits_no_longer_than_it_may_and_says_what_for() {
    assertThatThrownBy(() -> start(NOBODY, "1s"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(NOBODY)
        .hasMessageContaining("gave up after waiting 1 s (--store-wait)");
    assertThatThrownBy(() -> start(NOBODY, "0s"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(NOBODY)
        .hasMessageContaining("that it runs")
        .hasMessageNotContaining("--store-wait");
  }
}

package dev.goldenrod.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.ListenerOwner;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class CleanupGuardTest {
  @TempDir private Path folder;
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
    CleanupGuard guard = CleanupGuard.start(target(), "/v1/databases/shop?force=true");

    guard.abandon();

    assertThat(requests.poll(60, TimeUnit.SECONDS))
        .isEqualTo("DELETE /v1/databases/shop?force=true Bearer secret");
  }

  @Test
  void a_guard_of_ones_own_server_sends_the_token_that_the_server_has_by_then() throws Exception {
    Path token = Files.writeString(folder.resolve("admin-token"), "renewed\n");
    CleanupGuard guard = CleanupGuard.start(ownTarget(token), "/v1/databases/shop");

    guard.abandon();

    assertThat(requests.poll(60, TimeUnit.SECONDS))
        .isEqualTo("DELETE /v1/databases/shop Bearer renewed");
  }

  @Test
  @EnabledIf("dev.goldenrod.cli.config.ListenerOwner#isRoot")
  void a_guard_sends_nothing_to_another_users_listener() throws Exception {
    Target target = ownTarget(Files.createFile(folder.resolve("admin-token")));
    ListenerOwner.give(server.getAddress().getPort(), 1001);
    ApiConnection api = new ApiConnection(CleanupGuard.options(target));

    assertThatThrownBy(() -> api.delete("/v1/databases/shop"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("user 1001 listens");
    assertThat(requests).isEmpty();
  }

  @Test
  void a_guard_that_is_dismissed_does_nothing() throws Exception {
    CleanupGuard guard = CleanupGuard.start(target(), "/v1/databases/shop");

    guard.dismiss();

    assertThat(guard.awaitEnd()).isZero();
    assertThat(requests).isEmpty();
  }

  private Target target() {
    return new Target("test", url(), "secret", null, false);
  }

  private Target ownTarget(Path token) {
    return new Target("test", url(), "secret", null, false, new AdminTokenFile(url(), token));
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }
}

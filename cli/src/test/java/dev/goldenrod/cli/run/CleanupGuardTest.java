package dev.goldenrod.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.ListenerOwner;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  void a_failed_deletion_is_said_to_be_retried_only_if_a_guard_retries_it() {
    List<String> said = new ArrayList<>();
    Undeletable away =
        new Undeletable(
            () -> {
              throw new NoAnswerException("no answer");
            });
    RunCommand.delete(said::add, away);
    assertThat(said).containsExactly("it was not deleted: no answer; delete it by: delete it");

    said.clear();
    away.startGuard(target(), "/it");
    RunCommand.delete(said::add, away);
    away.dismiss();
    assertThat(said).singleElement().asString().contains("keeps trying", "no answer");

    said.clear();
    server.createContext(
        "/protected", exchange -> answer(exchange, 409, "{\"error\":\"protected\"}"));
    ApiConnection api = new ApiConnection(CleanupGuard.options(target()));
    Undeletable refused = new Undeletable(() -> api.delete("/protected"));
    refused.startGuard(target(), "/protected");
    RunCommand.delete(said::add, refused);
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("it was not deleted: ")
        .contains("protected")
        .endsWith("; delete it by: delete it");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    exchange.sendResponseHeaders(status, body.length());
    exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  private static final class Undeletable extends TemporaryDatabase {
    private final Runnable deletion;

    Undeletable(Runnable deletion) {
      this.deletion = deletion;
    }

    @Override
    Login create(Duration lease, WaitOptions waiting) {
      throw new UnsupportedOperationException();
    }

    @Override
    String path() {
      return "/it";
    }

    @Override
    void renew(Duration lease) {}

    @Override
    void delete() {
      deletion.run();
    }

    @Override
    String deleteCommand() {
      return "delete it";
    }

    @Override
    public String toString() {
      return "it";
    }
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

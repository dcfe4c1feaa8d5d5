package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.Databases;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how long a page waits for the next change. */
class LiveChangesTest extends ConsoleFixture {
  private static final Duration PATIENCE = Duration.ofSeconds(9);
  private static final long NOT_AT_ONCE_MILLIS = 300;

  private CompletableFuture<HttpResponse<String>> waiting = new CompletableFuture<>();

  @Test
  void a_page_whose_last_event_came_from_another_server_waits_for_a_change() {
    String other = UUID.randomUUID() + "-7";

    await().atMost(PATIENCE).until(() -> waits(other));
    server
        .control
        .databases()
        .create(
            server.admin,
            new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();

    assertThat(waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().body())
        .contains("data: changed")
        .doesNotContain(other);
  }

  private boolean waits(String lastEvent) throws InterruptedException {
    waiting = CompletableFuture.supplyAsync(() -> browser.get("/live", "Last-Event-ID", lastEvent));
    TimeUnit.MILLISECONDS.sleep(NOT_AT_ONCE_MILLIS);
    return !waiting.isDone();
  }
}

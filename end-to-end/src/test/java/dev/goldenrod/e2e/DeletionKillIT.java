package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a server that retains deleted databases, while it deletes, restores and purges. */
@Tag("slow")
class DeletionKillIT {
  /** Number of kills; set with {@code -Dgoldenrod.kills=100}. */
  private static final int KILLS = Integer.getInteger("goldenrod.kills", 2);

  private static final int LATEST_KILL_MILLIS = 800;
  private static final String NAME = "orders";

  private final long seed = Long.getLong("goldenrod.kills.seed", System.nanoTime());
  private final Random random = new Random(seed);
  @TempDir private Path folder;
  private ServerProcess server;
  private DatabaseMember databases;
  private String id;

  @BeforeEach
  void start() {
    server = ServerProcess.in(folder);
    keepingFor("1h").start();
    databases = new DatabaseMember(server);
    databases.create(NAME).join();
    databases.awaitRest();
    Member.Clone login = databases.login(NAME);
    login.execute("CREATE TABLE tea AS SELECT generate_series(1, 1000) AS n");
    id = login.id();
  }

  @AfterEach
  void leave_nothing_behind() {
    server.close();
    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
  }

  private ServerProcess keepingFor(String grace) {
    return server.withVariable("GOLDENROD_DELETE_GRACE", grace);
  }

  private List<String> deleted() {
    List<String> ids = new ArrayList<>();
    server
        .api()
        .get("/v1/deleted")
        .path("deleted")
        .forEach(one -> ids.add(one.path("id").asText()));
    return ids;
  }

  private void restore() {
    server.api().post("/v1/deleted/" + id + "/restore", Map.of());
  }

  private void killAndStart() {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)).toNanos());
    server.kill();
    server.start();
  }

  @Test
  void what_was_answered_holds_and_all_rows_are_there_when_it_is_restored() throws Exception {
    for (int round = 1; round <= KILLS; round++) {
      String what = "-Dgoldenrod.kills.seed=%d, kill %d".formatted(seed, round);
      CompletableFuture<Boolean> deletion = databases.delete(NAME);
      killAndStart();
      boolean isDeleted = deleted().contains(id);
      assertThat(databases.all().containsKey(NAME)).as(what).isNotEqualTo(isDeleted);
      assertThat(isDeleted || !deletion.join()).as(what).isTrue();
      if (isDeleted) {
        restore();
        killAndStart();
      }
      assertThat(deleted()).as(what).isEmpty();
      Map<String, JsonNode> all = databases.awaitRest();
      assertThat(all.get(NAME).path("status").asText()).as(what).isEqualTo("running");
      assertThat(databases.login(NAME).read("SELECT count(*) FROM tea")).as(what).isEqualTo("1000");
    }
    databases.delete(NAME).join();
    server.api().delete("/v1/deleted/" + id);
    killAndStart();
    assertIsGone();
  }

  @Test
  void what_nobody_restored_in_time_is_removed_by_the_next_start() throws Exception {
    server.terminate();
    keepingFor("2s").start();
    databases.delete(NAME).join();
    server.kill();
    LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    keepingFor("0s").start();
    killAndStart();
    assertIsGone();
  }

  private void assertIsGone() {
    await("nothing is kept of the database").until(this::kept, List::isEmpty);
    assertThat(deleted()).isEmpty();
    assertThat(EngineProcesses.servers(server.dataDir())).isEmpty();
  }

  private List<String> kept() {
    List<String> kept = new ArrayList<>();
    for (String place : List.of("local/clones", "local/volumes")) {
      try (Stream<Path> files = Files.list(server.dataDir().resolve(place))) {
        files.map(Path::toString).filter(name -> name.contains(id)).forEach(kept::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return kept;
  }
}

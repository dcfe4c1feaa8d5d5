package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills each of two servers with a common store and cluster while it executes requests. The other
 * one must complete them, and nothing may be lost, created twice or left behind.
 */
@Tag("simulated")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class KilledServersOnKubernetesIT {
  private static final int LATEST_KILL_MILLIS = 3000;
  private static final String COUNT = "SELECT count(*) FROM items";
  private static final String MAIN = "main";

  @TempDir private static Path folder;
  private final long seed = Long.getLong("goldenrod.kills.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<String> instances = new ArrayList<>();
  private final List<String> databases = new ArrayList<>();
  private final List<String> snapshots = new ArrayList<>();
  private final List<String> goldens = new ArrayList<>(List.of("shop"));
  private ServersOnCluster servers;
  private ServerProcess first;
  private ServerProcess second;
  private String sourceId;

  private record Asked(
      int round, List<String> launched, List<String> reset, String deleted, String importJob) {}

  @BeforeAll
  void start() throws IOException {
    servers = ServersOnCluster.start(folder);
    first = servers.startServer("first");
    second = servers.startServer("second");
    Member member = new Member(first);
    sourceId = servers.registerSource(member);
    member.importVersion(sourceId, "shop");
  }

  @AfterAll
  void stop() {
    servers.close();
  }

  @Test
  void what_a_killed_server_had_begun_the_other_one_finishes() {
    new DatabaseMember(second).create(MAIN, "15").join();
    new DatabaseMember(first).awaitRest();
    databases.add(MAIN);

    killOneOf(first, second, 1);
    killOneOf(second, first, 2);

    new DatabaseMember(first).deleteAll();
    instances.forEach(new Member(second)::delete);
    awaitObjects(List.of(), List.of());
  }

  private void killOneOf(ServerProcess killed, ServerProcess other, int round) {
    Asked asked = ask(killed, other, round);
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)).toNanos());
    killed.kill();

    assertAllIsDone(asked, other);
    assertNothingIsLostOrMadeTwice(other);
    killed.start();
    assertNothingIsLostOrMadeTwice(killed);
  }

  /** Sends requests of every kind through both servers. */
  private Asked ask(ServerProcess killed, ServerProcess other, int round) {
    List<String> reset = List.of(changedInstance(killed), changedInstance(other));
    String deleted = launch(killed).id();
    new DatabaseMember(other)
        .login(MAIN)
        .execute("CREATE TABLE round%d AS SELECT 1 AS n".formatted(round));

    Member member = new Member(killed);
    String importJob = member.startImport(sourceId, "golden-" + round);
    List<String> launched = new ArrayList<>();
    for (ServerProcess server : List.of(killed, other)) {
      launched.add(new Member(server).startLaunch("shop", 1));
    }
    killed.api().post("/v1/instances/" + reset.get(0) + "/reset", Map.of());
    other.api().post("/v1/instances/" + reset.get(1) + "/reset", Map.of());
    killed.api().delete("/v1/instances/" + deleted);
    askForDatabases(killed, other, round);
    instances.addAll(launched);
    goldens.add("golden-" + round);
    return new Asked(round, launched, reset, deleted, importJob);
  }

  /** These requests are answered when the databases run, which the killed server will not see. */
  private void askForDatabases(ServerProcess killed, ServerProcess other, int round) {
    DatabaseMember hungUp = new DatabaseMember(killed);
    hungUp.branch(MAIN, "branch-" + round);
    hungUp.takeSnapshot(MAIN, "snapshot-" + round);
    DatabaseMember member = new DatabaseMember(other);
    member.create("made-" + round, "15");
    databases.add("branch-" + round);
    databases.add("made-" + round);
    snapshots.add("snapshot-" + round);
    await("all are in the store")
        .until(
            () ->
                member.all().keySet().containsAll(databases)
                    && names(member.snapshots(MAIN)).containsAll(snapshots));
  }

  private static List<String> names(List<JsonNode> found) {
    return found.stream().map(one -> one.path("name").asText()).toList();
  }

  private String changedInstance(ServerProcess server) {
    Member.Clone clone = launch(server);
    clone.execute("DELETE FROM items");
    instances.add(clone.id());
    return clone.id();
  }

  /** The servers learn at slightly different times that a clone is ready. */
  private static Member.Clone launch(ServerProcess server) {
    Member member = new Member(server);
    String id = member.startLaunch("shop", 1);
    member.awaitReady(id);
    await("credentials")
        .until(() -> Member.statusOf(() -> member.credentials(id)), is -> is == 200);
    return member.credentials(id);
  }

  private void assertAllIsDone(Asked asked, ServerProcess server) {
    Member member = new Member(server);
    asked.reset().forEach(member::awaitReady);
    asked.launched().forEach(member::awaitReady);
    for (String id : instances) {
      assertThat(member.credentials(id).read(COUNT)).as(what("instance " + id)).isEqualTo("100");
    }
    await("deleted")
        .until(() -> Member.statusOf(() -> member.instance(asked.deleted())), is -> is == 404);
    JsonNode job = member.awaitImport(asked.importJob());
    assertThat(job.path("phase").asText()).as(what(job.toString())).isEqualTo("Succeeded");
    assertThat(member.versions("golden-" + asked.round())).as(what("versions")).containsExactly(1);

    DatabaseMember databaseMember = new DatabaseMember(server);
    assertThat(databaseMember.awaitRest().values())
        .as(what("databases"))
        .allMatch(one -> one.path("status").asText().equals("running"));
    assertThat(
            databaseMember
                .login("branch-" + asked.round())
                .read("SELECT n FROM round" + asked.round()))
        .as(what("branch"))
        .isEqualTo("1");
  }

  private void assertNothingIsLostOrMadeTwice(ServerProcess server) {
    DatabaseMember member = new DatabaseMember(server);
    Map<String, JsonNode> all = member.awaitRest();
    assertThat(all).as(what("databases")).containsOnlyKeys(databases);
    List<JsonNode> taken = member.awaitSnapshots(MAIN);
    assertThat(names(taken)).as(what("snapshots")).containsExactlyInAnyOrderElementsOf(snapshots);
    List<String> ids = new ArrayList<>(instances);
    all.values().forEach(one -> ids.add(one.path("id").asText()));
    awaitObjects(ids, taken.stream().map(one -> one.path("id").asText()).toList());
  }

  private void awaitObjects(List<String> ids, List<String> snapshotIds) {
    await(what("the cluster has what the store has"))
        .pollInterval(Duration.ofMillis(200))
        .atMost(Duration.ofMinutes(8))
        .untilAsserted(
            () ->
                assertThat(ClusterObjects.found(servers.cluster()))
                    .containsExactlyInAnyOrderEntriesOf(
                        ClusterObjects.expected(
                            servers.cluster(), ids, snapshotIds, goldens.size())));
  }

  private String what(String subject) {
    return "-Dgoldenrod.kills.seed=%d: %s".formatted(seed, subject);
  }
}

package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server, and sometimes an engine, at random moments while clients send requests and write.
 * Everything that was acknowledged must hold, and nothing may be left behind.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseKills {
  /** Number of kills; set with {@code -Dgoldenrod.kills=100}. */
  private static final int KILLS = Integer.getInteger("goldenrod.kills", 2);

  private static final int LATEST_KILL_MILLIS = 1500;
  static final String MAIN = "main";
  private static final String CHANGED = "changed";
  private static final String PROMOTED = "promoted";

  Path folder;
  private final Set<String> made = new HashSet<>();
  private long seed;
  Random random;
  ServerProcess server;
  private Member member;
  private DatabaseMember databases;
  private TestSource source;

  /** The requests sent just before a kill. */
  private record Asked(
      int number,
      long writtenBefore,
      String verb,
      Map<String, CompletableFuture<Boolean>> requests) {
    boolean wasAnswered(String request) {
      return requests.get(request).join();
    }
  }

  @BeforeAll
  void start(@TempDir Path given) {
    folder = given;
    seed = Long.getLong("goldenrod.kills.seed", System.nanoTime());
    random = new Random(seed);
    source = TestSource.start(folder, 1_000);
    server = startServer(source.postgres().password());
    member = new Member(server);
    databases = new DatabaseMember(server);
    member.importVersion(member.registerSource(source.config(), "shop"), "shop");
  }

  @AfterAll
  void leave_nothing_behind() {
    end();
    source.close();

    EngineProcesses.awaitProcesses(dataDir(), List.of());
    assertThat(EngineProcesses.mounts(dataDir())).isEmpty();
  }

  @Test
  void what_was_answered_holds_and_nothing_is_left_behind() throws Exception {
    Member.Clone clone = member.launch("shop", 1);
    List<String> processes = EngineProcesses.processes(dataDir());
    List<String> mounts = EngineProcesses.mounts(dataDir());
    databases.create(MAIN).join();
    databases.create(CHANGED).join();
    databases.create(PROMOTED).join();
    databases.awaitRest();
    Member.Clone promoted = databases.login(PROMOTED);
    promoted.execute("CREATE TABLE round AS SELECT 0 AS number");

    try (EndlessInserts inserts = EndlessInserts.into(databases.login(MAIN))) {
      for (int number = 1; number <= KILLS; number++) {
        makeBranchToPromote(number);
        Asked asked = ask(number, inserts);
        kill();
        assertAllIsAsAnswered(asked, inserts);
        assertIsPromotedIfAnswered(asked, promoted);
      }
      assertSnapshotHolds(inserts);
    }

    assertThat(clone.read("SELECT count(*) FROM sales.line")).as(seed()).isEqualTo("1000");
    databases.deleteAll();
    EngineProcesses.awaitProcesses(dataDir(), processes);
    assertThat(EngineProcesses.mounts(dataDir())).as(seed()).isEqualTo(mounts);
    assertNothingIsKeptOfDatabases();
    member.delete(clone.id());
  }

  private void makeBranchToPromote(int number) {
    databases.branch(PROMOTED, "next-" + number).join();
    databases.awaitRest();
    databases.login("next-" + number).execute("UPDATE round SET number = " + number);
  }

  /** Starts requests of every kind concurrently. */
  private Asked ask(int number, EndlessInserts inserts) {
    String verb = List.of("stop", "start", "restart").get(random.nextInt(3));
    String former = "made-" + (number - 1);
    boolean formerIsThere = databases.awaitRest().containsKey(former);
    long written = inserts.acknowledged();
    Map<String, CompletableFuture<Boolean>> requests = new LinkedHashMap<>();
    requests.put("create", databases.create("made-" + number));
    requests.put("branch", databases.branch(MAIN, "branch-" + number));
    requests.put("snapshot", databases.takeSnapshot(MAIN, "snapshot-" + number));
    requests.put("change", databases.change(CHANGED, verb));
    requests.put("promote", databases.change("next-" + number, "promote"));
    if (formerIsThere) {
      requests.put("delete", databases.delete(former));
    }
    return new Asked(number, written, verb, requests);
  }

  /** Starts a server whose data plane has the source's password as secret {@code shop}. */
  abstract ServerProcess startServer(String password);

  /** Returns the data directory of the process that runs the engines. */
  abstract Path dataDir();

  /** Kills and restarts the process under test; returns when databases are available. */
  abstract void killAndStart();

  abstract void end();

  static ServerProcess withRoom(ServerProcess server) {
    return server
        .withVariable("GOLDENROD_MAX_DATABASES_PER_USER", "1000")
        .withVariable("GOLDENROD_MAX_DATABASES_PER_ORG", "1000")
        .withVariable("GOLDENROD_MAX_SNAPSHOTS_PER_USER", "1000");
  }

  /** Kills at a random moment; in some rounds an engine is killed too. */
  private void kill() {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)).toNanos());
    if (random.nextInt(3) == 1) {
      EngineProcesses.killOneServerOf(dataDir(), random);
    }
    killAndStart();
  }

  private void assertAllIsAsAnswered(Asked asked, EndlessInserts inserts) {
    String what = seed() + ", kill " + asked.number();
    asked.requests().values().forEach(CompletableFuture::join);
    Map<String, JsonNode> all = databases.awaitRest();
    all.values().forEach(one -> made.add(one.path("id").asText()));

    assertThat(all).as(what).containsKeys(MAIN, CHANGED);
    assertExistsIfAnswered(asked, "create", all.containsKey("made-" + asked.number()), what);
    assertExistsIfAnswered(asked, "branch", all.containsKey("branch-" + asked.number()), what);
    assertThat(all.get(MAIN).path("status").asText()).as(what).isEqualTo("running");
    if (asked.wasAnswered("change")) {
      assertThat(all.get(CHANGED).path("status").asText())
          .as(what)
          .isEqualTo(asked.verb().equals("stop") ? "stopped" : "running");
    }
    if (asked.requests().containsKey("delete") && asked.wasAnswered("delete")) {
      assertThat(all).as(what).doesNotContainKey("made-" + (asked.number() - 1));
    }
    long written = inserts.acknowledged();
    assertThat(EndlessInserts.writtenIn(databases.login(MAIN)))
        .as(what)
        .isGreaterThanOrEqualTo(written);
    if (all.containsKey("branch-" + asked.number())) {
      assertThat(EndlessInserts.writtenIn(databases.login("branch-" + asked.number())))
          .as(what)
          .isGreaterThanOrEqualTo(asked.writtenBefore());
      databases.delete("branch-" + asked.number()).join();
    }
    List<String> snapshots =
        databases.awaitSnapshots(MAIN).stream().map(one -> one.path("name").asText()).toList();
    assertExistsIfAnswered(
        asked, "snapshot", snapshots.contains("snapshot-" + asked.number()), what);
  }

  /** The promoted database's login must reach either the old or the new data. */
  private void assertIsPromotedIfAnswered(Asked asked, Member.Clone promoted) {
    String what = seed() + ", kill " + asked.number();
    Map<String, JsonNode> all = databases.awaitRest();
    boolean isPromoted = !all.containsKey("next-" + asked.number());
    assertExistsIfAnswered(asked, "promote", isPromoted, what);
    assertThat(databases.login(PROMOTED).port()).as(what).isEqualTo(promoted.port());
    String round = promoted.read("SELECT number FROM round");
    assertThat(round.equals(Integer.toString(asked.number()))).as(what).isEqualTo(isPromoted);
    all.keySet().stream()
        .filter(name -> name.startsWith("next-") || name.startsWith(PROMOTED + "-old-"))
        .forEach(name -> databases.delete(name).join());
  }

  private static void assertExistsIfAnswered(
      Asked asked, String request, boolean exists, String what) {
    assertThat(exists || !asked.wasAnswered(request)).as(what + ", " + request).isTrue();
  }

  private void assertSnapshotHolds(EndlessInserts inserts) {
    long written = inserts.acknowledged();
    databases.takeSnapshot(MAIN, "last").join();
    List<JsonNode> snapshots = databases.awaitSnapshots(MAIN);
    String last = snapshots.get(snapshots.size() - 1).path("id").asText();
    databases.branchOfSnapshot(last, "of-snapshot").join();

    databases.awaitRest();
    assertThat(EndlessInserts.writtenIn(databases.login("of-snapshot")))
        .as(seed())
        .isGreaterThanOrEqualTo(written);
  }

  private void assertNothingIsKeptOfDatabases() throws IOException {
    List<String> kept = new ArrayList<>();
    for (String place : List.of("local/clones", "local/volumes")) {
      kept.addAll(names(dataDir().resolve(place)));
    }
    assertThat(kept)
        .as(seed())
        .noneMatch(name -> name.contains("snapshot-") || name.contains("taking-"))
        .noneMatch(name -> made.stream().anyMatch(name::contains));
    if (RunAs.detect().isOtherUser()) {
      assertThat(claimedPorts()).as(seed()).hasSize(1);
    }
  }

  /** Returns this server's port reservations, in the folder that all servers of root share. */
  private List<Path> claimedPorts() throws IOException {
    String id = Files.readString(dataDir().resolve("id")).strip();
    List<Path> ours = new ArrayList<>();
    Path claims = Path.of("/var/lib/goldenrod/ports");
    for (String name : names(claims)) {
      Path claim = claims.resolve(name);
      if (name.matches("\\d+") && Files.exists(claim) && Files.readString(claim).startsWith(id)) {
        ours.add(claim);
      }
    }
    return ours;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private String seed() {
    return "-Dgoldenrod.kills.seed=" + seed;
  }
}

package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cuts the power at random moments while clients perform operations of every kind: everything that
 * was acknowledged must hold afterwards.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf("dev.goldenrod.e2e.PowerDisk#isPossible")
@Tag("slow")
class PowerCutIT {
  /** Cuts for each kind of volumes; set with {@code -Dgoldenrod.powercuts=100}. */
  private static final int CUTS = Integer.getInteger("goldenrod.powercuts", 1);

  /** Kinds of volumes, on each file system on which they behave differently. */
  private static final List<String> KINDS =
      List.of(
          "btrfs on btrfs",
          "xfs-image on ext4",
          "rootless-overlay on ext4",
          "rootless-overlay on xfs",
          "copy on ext4",
          "reflink on xfs",
          "overlay on ext4",
          "overlay on xfs");

  /** Limits the test to kinds whose names contain this text. */
  private static final String ONLY = System.getProperty("goldenrod.powercuts.only", "");

  private static final List<String> NAMESPACE =
      List.of("unshare", "--user", "--map-root-user", "--mount", "true");

  private static final int KINDS_OF_A_BUILD = 3;
  private static final int LATEST_CUT_MILLIS = 6000;

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private long seed;
  private Random random;
  private TestSource source;
  private PowerDisk disk;
  private ServerProcess server;
  private Member member;
  private DatabaseMember databases;
  private String sourceId;

  @BeforeAll
  void start_a_source() throws IOException {
    Files.write(reports().resolve("known"), KINDS);
    seed = Long.getLong("goldenrod.powercuts.seed", System.nanoTime());
    source = TestSource.start(shared, 200);
  }

  @AfterAll
  void stop_the_source() {
    source.close();
  }

  @AfterEach
  void leave_nothing_behind() {
    try {
      server.close();
    } finally {
      disk.close();
    }
    EngineProcesses.awaitProcesses(folder, List.of());
    assertThat(EngineProcesses.mounts(folder)).isEmpty();
  }

  private static boolean isAskedFor() {
    return !ONLY.isEmpty() || System.getProperty("goldenrod.powercuts") != null;
  }

  /** Returns the requested kinds that work on this machine; if none are requested, any three. */
  static Stream<String> kinds() {
    boolean hasNamespaces = Tool.tryRun(RunAs.detect().command(NAMESPACE)).succeeded();
    List<String> possible =
        new ArrayList<>(
            KINDS.stream()
                .filter(kind -> kind.contains(ONLY))
                .filter(kind -> hasNamespaces || !kind.startsWith("rootless"))
                .toList());
    Collections.shuffle(possible);
    return possible.stream().limit(isAskedFor() ? KINDS.size() : KINDS_OF_A_BUILD);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void what_clients_were_told_holds(String kind) throws IOException {
    String name = kind.replace(' ', '-');
    random = new Random(seed);
    try {
      cutAgainAndAgain(kind);
      Files.writeString(reports().resolve("ran-" + name), kind + "\n");
    } catch (RuntimeException | AssertionError e) {
      if (!Files.exists(log())) {
        throw e;
      }
      Path log =
          Files.copy(
              log(),
              reports().resolve(name + "-" + seed + ".log"),
              StandardCopyOption.REPLACE_EXISTING);
      throw new AssertionError("the server's log is in " + log, e);
    }
  }

  private void cutAgainAndAgain(String kind) throws IOException {
    start(kind.split(" on ")[0], kind.split(" on ")[1]);
    Member.Clone reset = member.launch("shop", 1);
    try (EndlessInserts inserts = EndlessInserts.into(databases.login(PowerCutClients.MAIN))) {
      for (int number = 1; number <= CUTS; number++) {
        Member.Clone deleted = member.launch("shop", 1);
        reset.execute("CREATE TABLE mark AS SELECT 1");
        PowerCutClients clients = new PowerCutClients(server, inserts, sourceId, number);
        cut(clients.begin(reset, deleted), inserts, what(kind, number));
        tidyUp(reset);
      }
    }
  }

  private void start(String volumes, String fileSystem) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    disk = PowerDisk.of(fileSystem, folder);
    Path home = Files.createDirectory(disk.path().resolve("home"));
    server = ServerProcess.in(home, log());
    if (volumes.startsWith("rootless")) {
      startAsOrdinaryUser(home);
    }
    server.with("--volumes", volumes).putSecret("shop", source.postgres().password());
    server.start();
    member = new Member(server);
    databases = new DatabaseMember(server);
    sourceId = member.registerSource(source.config(), "shop");
    member.importVersion(sourceId, "shop");
    databases.create(PowerCutClients.MAIN).join();
    databases.create(PowerCutClients.PROMOTED).join();
    databases.awaitRest();
    databases.login(PowerCutClients.PROMOTED).execute("CREATE TABLE round AS SELECT 0 AS number");
  }

  private void startAsOrdinaryUser(Path home) throws IOException {
    RunAs user = RunAs.detect();
    user.chown(home);
    Path jar = Files.copy(Path.of(System.getProperty("goldenrod.jar")), folder.resolve("g.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    server.as(user, jar);
  }

  private void cut(DurabilityChecks checks, EndlessInserts inserts, String what) {
    List<String> roots = EngineProcesses.roots(server.dataDir());
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_CUT_MILLIS)).toNanos());
    long written = inserts.acknowledged();
    checks.cut(disk.answersAfterCut());
    disk.cut();
    server.kill();
    EngineProcesses.killAllIn(roots);
    checks.endClients();
    if (disk.answersAfterCut()) {
      inserts.goBackTo(written);
    } else {
      written = inserts.acknowledged();
    }
    disk.repower(roots);
    server.start();

    databases.awaitRest();
    assertThat(EndlessInserts.writtenIn(databases.login(PowerCutClients.MAIN)))
        .as(what)
        .isGreaterThanOrEqualTo(written);
    checks.runAll(what);
  }

  private void tidyUp(Member.Clone kept) {
    databases.awaitRest().keySet().stream()
        .filter(name -> !List.of(PowerCutClients.MAIN, PowerCutClients.PROMOTED).contains(name))
        .forEach(name -> databases.delete(name).join());
    member.instances().stream().filter(id -> !id.equals(kept.id())).forEach(member::delete);
    member.awaitReady(kept.id());
    member.awaitImports();
    kept.execute("DROP TABLE IF EXISTS mark");
  }

  private String what(String kind, int number) {
    return "-Dgoldenrod.powercuts.seed=%d '-Dgoldenrod.powercuts.only=%s', cut %d"
        .formatted(seed, kind, number);
  }

  /** The log is on a disk that keeps its power. */
  private Path log() {
    return folder.resolve("server.log");
  }

  /** Returns the folder in which {@code ./verify} looks for the kinds that were tested. */
  private static Path reports() throws IOException {
    return Files.createDirectories(Path.of("target/powercuts"));
  }
}

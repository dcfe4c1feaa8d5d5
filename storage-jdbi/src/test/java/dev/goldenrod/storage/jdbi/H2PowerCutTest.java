package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Instances;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.MutableClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that acknowledged commits survive a power cut. */
class H2PowerCutTest {
  /** More cuts with {@code -Dgoldenrod.powercuts=100}. */
  private static final int CUTS = Integer.getInteger("goldenrod.powercuts", 2);

  private static final int THREADS = 8;
  private static final int MOST_COMMITS = 1000;
  private static final int BURST = 20;
  private static final int KEPT = 8;
  private static final int FEWEST_BLOCKS = 4;
  private static final int LONGEST_PAUSE_MILLIS = 900;
  private static final long LOOK_NANOS = 1_000_000;
  private static final Instant NOW = Instant.EPOCH;
  private static final List<UUID> WORK =
      IntStream.range(0, 300).mapToObj(number -> new UUID(7, number)).toList();

  @TempDir private Path folder;

  @Test
  void what_was_answered_is_there_after_a_power_cut() throws Exception {
    long seed = Long.getLong("goldenrod.powercuts.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int cut = 1; cut <= CUTS; cut++) {
      Path file = folder.resolve("store-" + cut);
      Queue<String> answered = new ConcurrentLinkedQueue<>();
      commitUntilCut(file, answered, random);
      assertThat(H2KilledFileTest.names(forced(file)))
          .as("-Dgoldenrod.powercuts.seed=" + seed + ", cut " + cut)
          .containsAll(answered);
    }
  }

  @Tag("slow")
  @Test
  void a_last_write_that_lost_any_of_its_blocks_takes_nothing_along() throws Exception {
    Path file = folder.resolve("torn");
    UnforcedDisk disk = disk(file);
    List<String> answered = IntStream.range(0, BURST).mapToObj(number -> "org-" + number).toList();
    try (Store store = open(file)) {
      store.useTransaction(H2PowerCutTest::schedule);
      answered.forEach(name -> store.useTransaction(tx -> insert(tx, name)));
      for (int number = 0; number < WORK.size(); number++) {
        store.useTransaction(H2PowerCutTest::claim);
      }
      execute(file, "checkpoint");
      assertThat(disk.unforcedBlocks()).isGreaterThan(FEWEST_BLOCKS);

      for (int block = 0; block < disk.unforcedBlocks(); block++) {
        Path torn = folder.resolve("torn-" + block);
        disk.copyWithout(block, Path.of(torn + ".mv.db"));
        assertThat(H2KilledFileTest.names(torn)).as("without block " + block).containsAll(answered);
      }
    }
  }

  @Tag("slow")
  @Test
  void a_disk_that_loses_what_it_had_kept_takes_few_of_the_newest_rows_or_is_refused()
      throws Exception {
    Path file = folder.resolve("kept");
    UnforcedDisk disk = disk(file);
    try (Store store = JdbiStore.open(options(file))) {
      for (int number = 0; number < KEPT; number++) {
        String name = "org-" + number;
        store.useTransaction(tx -> insert(tx, name));
      }
      disk.cut(new Random(0));
    }
    byte[] kept = Files.readAllBytes(Path.of(forced(file) + ".mv.db"));
    int refused = 0;
    for (int chunk : chunks(kept)) {
      Path damaged = folder.resolve("damaged-" + chunk);
      byte[] bytes = kept.clone();
      Arrays.fill(bytes, chunk, chunk + ChunkChecksum.BLOCK, (byte) 0);
      Files.write(Path.of(damaged + ".mv.db"), bytes);
      try {
        assertThat(H2KilledFileTest.names(damaged))
            .as("without the block at " + chunk)
            .hasSizeGreaterThanOrEqualTo(KEPT - OrderedFilePath.MOST_UNFORCED);
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("nothing was changed");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private static List<Integer> chunks(byte[] file) {
    return IntStream.range(0, file.length / ChunkChecksum.BLOCK)
        .map(block -> block * ChunkChecksum.BLOCK)
        .filter(
            at -> ChunkChecksum.length(ByteBuffer.wrap(file, at, ChunkChecksum.BLOCK)).isPresent())
        .boxed()
        .toList();
  }

  @Test
  void a_commit_waits_for_the_disk_once_and_a_claim_of_work_does_not() throws Exception {
    Path file = folder.resolve("store");
    UnforcedDisk disk = disk(file);
    try (Store store = open(file)) {
      store.useTransaction(H2PowerCutTest::schedule);
      int before = disk.forces();
      store.useTransaction(tx -> insert(tx, "org-1"));
      assertThat(disk.forces()).isEqualTo(before + 1);
      store.useTransaction(H2PowerCutTest::claim);
      assertThat(disk.forces()).isEqualTo(before + 1);
    }
  }

  @Test
  void a_launch_waits_for_the_disk_once() throws Exception {
    Path file = folder.resolve("launch");
    UnforcedDisk disk = disk(file);
    try (Store store = open(file);
        ControlPlane control =
            ControlPlane.builder()
                .store(store)
                .dataPlane(new FakeDataPlane())
                .clock(new MutableClock(NOW))
                .build()) {
      Actor admin = control.admin();
      control.goldens().register(admin, RegisterVersion.of("shop", Substrate.POSTGRES, "v1"));
      Instances.Launch launch =
          new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0);
      // The first launch also writes the store's mark, which is not repeated for ten seconds.
      control.instances().launch(admin, launch);
      runAllDue(control);
      int before = disk.forces();

      UUID id = control.instances().launch(admin, launch).id();
      assertThat(disk.forces()).isEqualTo(before + 1);
      runAllDue(control);

      assertThat(control.instances().find(admin, id).phase()).isEqualTo(InstancePhase.READY);
      assertThat(disk.forces()).isEqualTo(before + 1);
    }
  }

  private static void runAllDue(ControlPlane control) {
    while (control.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void commitUntilCut(Path file, Queue<String> answered, Random random)
      throws Exception {
    UnforcedDisk disk = disk(file);
    Store store = open(file);
    store.useTransaction(H2PowerCutTest::schedule);
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      String prefix = "org-" + number + "-";
      threads.add(new Thread(() -> commit(store, prefix, answered)));
    }
    threads.forEach(Thread::start);
    int enough = 1 + random.nextInt(MOST_COMMITS);
    while (answered.size() < enough) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    disk.cut(random);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void commit(Store store, String prefix, Queue<String> answered) {
    try {
      for (int number = 0; ; number++) {
        String name = prefix + number;
        store.useTransaction(tx -> insert(tx, name));
        answered.add(name);
        store.useTransaction(H2PowerCutTest::claim);
        if (number % BURST == 0) {
          pause();
        }
      }
    } catch (StoreException powerIsGone) {
      // Expected: the power was cut.
    }
  }

  /** H2 compacts its file by itself when it is idle. */
  private static void pause() {
    int millis = ThreadLocalRandom.current().nextInt(LONGEST_PAUSE_MILLIS);
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }

  private static void insert(Transaction tx, String name) {
    tx.orgs().insert(new Org(UUID.randomUUID(), name, NOW));
  }

  private static void schedule(Transaction tx) {
    WORK.forEach(id -> tx.work().schedule(WorkItem.due(WorkKind.INSTANCE, id, id, null, NOW)));
  }

  private static void claim(Transaction tx) {
    UUID id = WORK.get(ThreadLocalRandom.current().nextInt(WORK.size()));
    tx.work().claim(tx.work().find(id).orElseThrow(), "a server", NOW);
  }

  /** The disk keeps its contents in a second file, which H2 can open after the cut. */
  private static UnforcedDisk disk(Path file) throws IOException {
    UnforcedDisk disk = UnforcedDisk.keepingIn(Path.of(forced(file) + ".mv.db"));
    UnforcedDiskPath.put(file + ".mv.db", disk);
    return disk;
  }

  private static Path forced(Path file) {
    return Path.of(file + "-forced");
  }

  /** Superseded chunks are overwritten immediately instead of after seconds. */
  private static Store open(Path file) throws SQLException {
    Store store = JdbiStore.open(options(file));
    execute(file, "set retention_time 0");
    return store;
  }

  private static void execute(Path file, String sql) throws SQLException {
    StoreOptions options = options(file);
    try (Connection connection =
            DriverManager.getConnection(Dialect.H2.connectionUrl(options), "goldenrod", "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static StoreOptions options(Path file) {
    return StoreOptions.of(
        "jdbc:h2:" + OrderedFilePath.prefix() + "unforced:" + file, "goldenrod", "");
  }
}

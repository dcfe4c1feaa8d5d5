package dev.goldenrod.storage.jdbi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.quota.Quota;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreBackupTest {
  private static final Org ORG = org("first");

  @TempDir private Path folder;

  private static Org org(String name) {
    return new Org(UUID.randomUUID(), name, Instant.parse("2026-01-31T10:15:30.123Z"));
  }

  private static StoreOptions postgres() {
    return StoreOptions.of(
        PostgresServer.shared().newDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);
  }

  private static void insert(Store store, Org org) {
    store.useTransaction(
        tx -> {
          tx.orgs().insert(org);
          tx.quotas().insert(new Quota(org.id(), 3, 7));
        });
  }

  private static byte[] dump(StoreDumper store) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    store.dump(out);
    return out.toByteArray();
  }

  private static InputStream read(byte[] dump) {
    return new ByteArrayInputStream(dump);
  }

  private static void requireOrg(Store store) {
    Optional<Org> found = store.inTransaction(tx -> tx.orgs().findByName("first"));
    assertThat(found).contains(ORG);
  }

  @Test
  void what_an_embedded_store_held_is_in_a_fresh_file() {
    byte[] dump;
    try (JdbiStore store = JdbiStore.h2(folder.resolve("one"))) {
      insert(store, ORG);
      dump = dump(store);
    }

    StoreContents contents = StoreBackup.restoreH2(folder.resolve("other"), read(dump));

    assertThat(contents.rows()).containsEntry("orgs", 1L).containsEntry("quotas", 1L);
    assertThat(contents.schemaVersion()).isEqualTo(StoreBackup.newestSchemaVersion());
    try (JdbiStore store = JdbiStore.h2(folder.resolve("other"))) {
      requireOrg(store);
    }
  }

  @Test
  void the_store_of_a_server_that_was_killed_or_stopped_is_dumped_from_its_file() {
    try (JdbiStore store = JdbiStore.h2(folder.resolve("one"))) {
      insert(store, ORG);
    }

    byte[] dump = dump(out -> StoreBackup.dumpH2(folder.resolve("one"), out));

    assertThat(StoreBackup.inspect(read(dump)).rows()).containsEntry("orgs", 1L);
    assertThat(folder.resolve("one.closed")).exists();
  }

  @Test
  void an_embedded_store_moves_to_postgresql_and_back() {
    StoreOptions postgres = postgres();
    byte[] dump;
    try (JdbiStore store = JdbiStore.h2(folder.resolve("one"))) {
      insert(store, ORG);
      dump = dump(store);
    }

    StoreBackup.restore(postgres, read(dump), false);
    byte[] second = dump(out -> StoreBackup.dump(postgres, out));
    StoreBackup.restoreH2(folder.resolve("other"), read(second));

    try (JdbiStore store = JdbiStore.open(postgres)) {
      requireOrg(store);
      // Row numbers continue after the restored ones.
      insert(store, org("second"));
    }
    try (JdbiStore store = JdbiStore.h2(folder.resolve("other"))) {
      requireOrg(store);
    }
  }

  @Test
  void a_store_with_rows_is_replaced_only_if_that_is_asked_for() {
    StoreOptions postgres = postgres();
    byte[] dump;
    try (JdbiStore store = JdbiStore.open(postgres)) {
      insert(store, ORG);
      dump = dump(store);
      assertThatThrownBy(() -> StoreBackup.restore(postgres, read(dump), true))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("stop them all");
      insert(store, org("later"));
    }

    assertThatThrownBy(() -> StoreBackup.restore(postgres, read(dump), false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("--replace");
    StoreBackup.restore(postgres, read(dump), true);

    try (JdbiStore store = JdbiStore.open(postgres)) {
      requireOrg(store);
      Optional<Org> later = store.inTransaction(tx -> tx.orgs().findByName("later"));
      assertThat(later).isEmpty();
    }
  }

  @Test
  void a_line_without_an_end_is_refused_before_it_fills_the_memory() {
    byte[] header = "{\"goldenrod_store\":1,\"schema_version\":1}\n".getBytes(UTF_8);
    byte[] endless = "[\"".concat("x".repeat(1000)).getBytes(UTF_8);
    InputStream dump = new SequenceInputStream(read(header), read(endless));

    DumpReader reader = new DumpReader(dump, 100);

    assertThatThrownBy(() -> reader.read(new IgnoredRows()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("a line of more than 100 characters");
  }

  private static final class IgnoredRows implements DumpReader.RowHandler {
    @Override
    public void beginTable(String name, List<String> columns) {}

    @Override
    public void handleRow(JsonNode values) {}
  }

  @Tag("slow")
  @Test
  void a_dump_has_all_tables_as_they_were_at_one_moment() throws Exception {
    try (JdbiStore store = JdbiStore.h2(folder.resolve("one"))) {
      requireConsistent(store);
    }
    try (JdbiStore store = JdbiStore.open(postgres())) {
      requireConsistent(store);
    }
  }

  /** Requires that each org has a quota in every dump during concurrent writes. */
  private static void requireConsistent(JdbiStore store) throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(5);
    Thread writer =
        new Thread(
            () -> {
              while (!ended.get()) {
                insert(store, org("org-" + UUID.randomUUID()));
                begun.countDown();
              }
            });
    writer.start();
    begun.await();
    for (int round = 0; round < 20; round++) {
      StoreContents contents = StoreBackup.inspect(read(dump(store)));
      assertThat(contents.rows().get("orgs"))
          .isGreaterThanOrEqualTo(5)
          .isEqualTo(contents.rows().get("quotas"));
    }
    ended.set(true);
    writer.join();
  }

  @Test
  void a_dump_that_is_cut_off_torn_or_newer_changes_nothing() {
    Path file = folder.resolve("one");
    byte[] dump;
    try (JdbiStore store = JdbiStore.h2(file)) {
      insert(store, ORG);
      dump = dump(store);
    }
    String text = new String(dump, StandardCharsets.UTF_8);
    List<String> lines = text.lines().toList();
    String cut = String.join("\n", lines.subList(0, lines.size() - 1));
    String lacking = text.replaceFirst("\n\\[\"" + ORG.id() + "\",\"first\".*\n", "\n");
    String newer = text.replaceFirst("\"schema_version\":\\d+", "\"schema_version\":9999");

    for (String bad : List.of(cut, lacking, newer, "", "{}\n", text.replace("first", "\"first"))) {
      byte[] bytes = bad.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> StoreBackup.restoreH2(file, read(bytes)))
          .as(bad)
          .isInstanceOf(StoreException.class);
    }

    try (JdbiStore store = JdbiStore.h2(file)) {
      requireOrg(store);
    }
  }

  @Test
  void tables_of_an_older_release_are_shown_before_they_are_migrated() throws Exception {
    Path file = folder.resolve("one");
    try (InputStream old = UpgradeFixtures.open(21)) {
      StoreBackup.restoreH2(file, old);
    }
    ByteArrayOutputStream before = new ByteArrayOutputStream();

    try (JdbiStore store = JdbiStore.h2(file, older -> older.dump(before))) {
      assertThat(StoreBackup.inspect(read(dump(store))).schemaVersion())
          .isEqualTo(StoreBackup.newestSchemaVersion());
    }

    if (StoreBackup.newestSchemaVersion() > 21) {
      assertThat(StoreBackup.inspect(read(before.toByteArray())).schemaVersion()).isEqualTo(21);
    }
    assertThat(Files.exists(Path.of(file + ".rebuilt.mv.db"))).isFalse();
  }
}

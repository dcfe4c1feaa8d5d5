package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that stores of earlier releases can be opened with all their contents. For a new release,
 * add the {@code store.jsonl} of a backup of its server as {@code V<migration>.jsonl}, with a
 * database {@code kept}, its branch {@code twig} and snapshot {@code first}, a golden {@code books}
 * of one version, a clone {@code ann} and a pool of it, a failed import of a golden {@code shop},
 * and a member {@code bob@example.com}.
 */
class StoreUpgradeTest {
  @TempDir private Path folder;

  static List<Integer> versions() throws IOException {
    return UpgradeFixtures.versions();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void an_embedded_store_of_a_former_release_is_read_by_this_one(int version) throws IOException {
    Path file = folder.resolve("store");
    try (InputStream old = UpgradeFixtures.open(version)) {
      assertThat(StoreBackup.restoreH2(file, old).schemaVersion()).isEqualTo(version);
    }
    try (JdbiStore store = JdbiStore.h2(file)) {
      requireAll(store);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void a_store_of_a_former_release_on_postgresql_is_read_by_this_one(int version)
      throws IOException {
    StoreOptions postgres =
        StoreOptions.of(
            PostgresServer.shared().newDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);
    try (InputStream old = UpgradeFixtures.open(version)) {
      StoreBackup.restore(postgres, old, false);
    }
    try (JdbiStore store = JdbiStore.open(postgres)) {
      requireAll(store);
    }
  }

  private static void requireAll(JdbiStore store) {
    try (ControlPlane control = ControlPlane.builder().store(store).build()) {
      Actor admin = control.admin();
      assertThat(control.databases().list(admin))
          .extracting(Database::name)
          .containsExactly("kept", "twig");
      Database kept = control.databases().find(admin, "kept");
      assertThat(kept.status().phase()).isEqualTo(DatabasePhase.RUNNING);
      assertThat(control.databases().find(admin, "twig").ancestry().parentId())
          .isEqualTo(kept.id());
      assertThat(control.snapshots().list(admin, "kept"))
          .singleElement()
          .satisfies(snapshot -> assertThat(snapshot.name()).isEqualTo("first"));
      assertThat(control.imports().list(admin))
          .singleElement()
          .satisfies(job -> assertThat(job.phase()).isEqualTo(ImportPhase.FAILED));
      assertThat(control.goldens().list(admin)).extracting("golden.name").contains("books");
      assertThat(control.instances().list(admin)).extracting("name").containsExactly("ann");
      assertThat(control.pools().list(admin)).hasSize(1);
      assertThat(control.members().list(admin)).extracting("email").contains("bob@example.com");
    }
  }

  @Test
  void an_upgrade_is_tried_on_a_copy_and_told_step_by_step() throws IOException {
    StoreUpgrade upgrade;
    try (InputStream old = UpgradeFixtures.open(21)) {
      upgrade = StoreUpgrade.rehearse(old, folder);
    }

    assertThat(upgrade.contents().schemaVersion()).isEqualTo(21);
    assertThat(upgrade.steps().stream().mapToInt(StoreUpgrade.Step::version).max().orElse(21))
        .isEqualTo(StoreBackup.newestSchemaVersion());
    assertThat(upgrade.steps())
        .allSatisfy(
            step -> {
              assertThat(step.description()).isNotEmpty();
              assertThat(step.duration().isNegative()).isFalse();
              step.rows()
                  .forEach(
                      (table, rows) ->
                          assertThat(rows).isEqualTo(upgrade.contents().rows().get(table)));
            });
  }
}

package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Database;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SeededRowsTest {
  @Test
  void there_are_that_many_rows_of_each_kind_and_a_branch_that_runs() {
    Actor admin = new Actor(UUID.randomUUID(), UUID.randomUUID(), Role.ADMIN);
    UUID org = admin.orgId();
    try (InMemoryStore store = new InMemoryStore()) {
      new SeededRows(admin, UUID.randomUUID(), Instant.EPOCH).insert(store, 3, 2);

      store.useTransaction(
          tx -> {
            Database branch = tx.databases().findByName(org, SeededRows.BRANCH).orElseThrow();
            Database main = tx.databases().findByName(org, SeededRows.MAIN).orElseThrow();
            List<UUID> ids = tx.databases().list(org).stream().map(Database::id).toList();
            assertThat(branch.ancestry().parentId()).isEqualTo(main.id());
            assertThat(branch.neverRan()).isFalse();
            assertThat(tx.databases().findByName(org, SeededRows.GONE + 1)).isPresent();
            assertThat(ids).hasSize(2 + 3 + 2);
            assertThat(tx.databases().snapshotsOf(org, main.id())).hasSize(3);
            assertThat(tx.schedules().ofDatabases(org, ids)).hasSize(3);
            assertThat(tx.instances().list(org)).hasSize(3);
          });
    }
  }
}

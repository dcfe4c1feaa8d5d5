package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Control planes on a store that is older than their data plane's contents. */
class OlderStoreTest extends DatabasesFixture {
  @Test
  void it_is_refused_as_soon_as_something_was_made_and_accepted_when_asked_for() {
    Store backup = copied();
    control(backup, false).close();
    create("shop");
    settle();

    assertThatThrownBy(() -> control(backup, false))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContainingAll("data plane fake", "ControlPlaneBuilder.acceptOlderStore")
        .hasMessageNotContaining("orphans list");
    assertThat(plane.inventory().databases()).hasSize(1);

    control(backup, true).close();
    control(backup, false).close();
    assertThat(plane.inventory().databases()).hasSize(1);
    assertThatThrownBy(() -> control(store, false)).isInstanceOf(OlderStoreException.class);
  }

  @Test
  void of_two_that_serve_on_copies_of_a_store_the_second_to_go_on_leaves_the_data_plane() {
    Store copy = copied();
    try (ControlPlane other = control(copy, false)) {
      create("shop");
      settle();

      other.databases().create(other.admin(), postgres("books"));
      runAll(other);
      clock.advance(Duration.ofSeconds(10));
      runAll(other);

      clock.advance(Cluster.ONLINE_FOR);
      Cluster left = other.clusters().list(other.admin()).get(0);
      assertThat(other.clusters().isOnline(left)).isFalse();
      assertThat(control.clusters().isOnline(control.clusters().list(ada).get(0))).isTrue();
    }
  }

  @Test
  void marks_are_made_at_most_every_ten_seconds_and_at_the_end() {
    long before = number();
    create("one");
    settle();
    create("two");
    settle();
    assertThat(number()).isEqualTo(before + 1);

    control.close();
    assertThat(number()).isEqualTo(before + 2);

    open(plane);
    settle();
    assertThat(number()).isEqualTo(before + 2);
  }

  private long number() {
    return plane.claimedBy().orElseThrow().number();
  }

  private ControlPlane control(Store on, boolean accept) {
    return ControlPlane.builder()
        .store(on)
        .dataPlane(plane)
        .clock(clock)
        .acceptOlderStore(accept)
        .build();
  }

  private static void runAll(ControlPlane one) {
    while (one.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }

  /** Returns a copy of the store without resources. */
  private Store copied() {
    Org org = store.inTransaction(tx -> tx.orgs().findByName("default")).orElseThrow();
    Quota quota = store.inTransaction(tx -> tx.quotas().get(org.id()));
    Cluster cluster = store.inTransaction(tx -> tx.clusters().list(org.id())).get(0);
    List<StoreMark> marks = store.inTransaction(tx -> tx.clusters().marks(cluster.id()));
    Store copy = new InMemoryStore();
    copy.useTransaction(
        tx -> {
          tx.orgs().insert(org);
          tx.quotas().insert(quota);
          tx.clusters().insert(cluster);
          marks.forEach(mark -> tx.clusters().insertMark(cluster.id(), mark));
        });
    return copy;
  }
}

package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StoreMarksTest {
  private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
  private static final UUID ORG = new UUID(0, 1);
  private static final UUID CLUSTER = new UUID(0, 2);

  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final Store store = storeWith(List.of());

  @Test
  void a_store_that_goes_on_is_known_however_often_it_comes_back() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    for (int i = 0; i < 5; i++) {
      marks(store).advance(ORG, CLUSTER, dataPlane);
      marks(store).check(ORG, CLUSTER, dataPlane);
      marks(store).catchUp(ORG, CLUSTER, dataPlane);
    }

    assertThat(dataPlane.claimedBy()).map(StoreMark::number).contains(6L);
    assertThat(kept(store)).hasSize(2).endsWith(dataPlane.claimedBy().orElseThrow());
  }

  @Test
  void a_backup_from_before_a_mark_is_refused_with_both_marks_and_the_way_out() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    Store backup = storeWith(kept(store));
    marks(store).advance(ORG, CLUSTER, dataPlane);
    Optional<StoreMark> before = dataPlane.claimedBy();

    assertThatThrownBy(() -> marks(backup).check(ORG, CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContainingAll(
            "older than the data in data plane fake",
            "the store is at mark 1 of 2026-11-23T10:00:00Z",
            "the data plane at mark 2 of",
            "'goldenrod serve --accept-older-store --data-dir DIR'",
            "acceptOlderStore");

    assertThatThrownBy(() -> marks(backup).advance(ORG, CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class);
    assertThat(dataPlane.claimedBy()).isEqualTo(before);
  }

  @Test
  void of_two_copies_of_a_store_the_one_that_goes_on_last_is_refused() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    Store copy = storeWith(kept(store));
    marks(copy).check(ORG, CLUSTER, dataPlane);

    marks(copy).advance(ORG, CLUSTER, dataPlane);

    assertThatThrownBy(() -> marks(store).advance(ORG, CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class);
  }

  @Test
  void a_copy_that_has_come_as_far_by_itself_is_refused() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    Store copy = storeWith(kept(store));
    marks(copy).advance(ORG, CLUSTER, dataPlane);
    StoreMark own = new StoreMark(ORG, 2, UUID.randomUUID(), NOW);
    store.useTransaction(tx -> tx.clusters().insertMark(CLUSTER, own));

    assertThatThrownBy(() -> marks(store).catchUp(ORG, CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContaining("a copy of the store that now uses data plane fake");
  }

  @Test
  void a_server_that_was_killed_between_store_and_data_plane_goes_on() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    StoreMark lost = new StoreMark(ORG, 2, UUID.randomUUID(), NOW);
    store.useTransaction(tx -> tx.clusters().insertMark(CLUSTER, lost));

    marks(store).check(ORG, CLUSTER, dataPlane);
    marks(store).catchUp(ORG, CLUSTER, dataPlane);

    assertThat(dataPlane.claimedBy()).contains(lost);
  }

  @Test
  void a_data_plane_that_was_restored_is_older_than_the_store_and_holds_no_more() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    StoreMark old = dataPlane.claimedBy().orElseThrow();
    for (int i = 0; i < 3; i++) {
      marks(store).advance(ORG, CLUSTER, dataPlane);
    }
    dataPlane.claim(dataPlane.claimedBy(), old);

    assertThatCode(() -> marks(store).check(ORG, CLUSTER, dataPlane)).doesNotThrowAnyException();
  }

  @Test
  void a_store_that_never_worked_there_and_another_organisations_are_refused() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);

    assertThatThrownBy(() -> marks(store).check(ORG, null, dataPlane))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContaining("no record of data plane fake");
    assertThatThrownBy(() -> marks(store).check(new UUID(0, 9), CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContainingAll(ORG.toString(), new UUID(0, 9).toString());
  }

  @Test
  void what_a_release_before_marks_claimed_is_its_owners() {
    dataPlane.claim(Optional.empty(), StoreMark.ofOwner(ORG));

    marks(store).check(ORG, null, dataPlane);
    marks(store).catchUp(ORG, CLUSTER, dataPlane);

    assertThat(dataPlane.claimedBy()).map(StoreMark::number).contains(1L);
  }

  @Test
  void a_store_that_is_accepted_is_the_one_from_then_on() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    Store backup = storeWith(kept(store));
    marks(store).advance(ORG, CLUSTER, dataPlane);

    marks(backup).takeOver(ORG, CLUSTER, dataPlane);

    marks(backup).check(ORG, CLUSTER, dataPlane);
    marks(backup).advance(ORG, CLUSTER, dataPlane);
    assertThatThrownBy(() -> marks(store).check(ORG, CLUSTER, dataPlane))
        .isInstanceOf(OlderStoreException.class);
  }

  @Test
  void another_server_of_the_store_may_go_on_while_this_one_looks() {
    marks(store).catchUp(ORG, CLUSTER, dataPlane);
    DataPlane late = beforeEachLook(() -> marks(store).advance(ORG, CLUSTER, dataPlane));

    marks(store).check(ORG, CLUSTER, late);
    marks(store).advance(ORG, CLUSTER, late);
    marks(store).catchUp(ORG, CLUSTER, late);

    assertThat(kept(store)).endsWith(dataPlane.claimedBy().orElseThrow());
  }

  /** Returns the data plane, with the action run before each read of its mark. */
  private DataPlane beforeEachLook(Runnable first) {
    return (DataPlane)
        Proxy.newProxyInstance(
            DataPlane.class.getClassLoader(),
            new Class<?>[] {DataPlane.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("claimedBy")) {
                first.run();
              }
              return method.invoke(dataPlane, arguments);
            });
  }

  private static StoreMarks marks(Store store) {
    return new StoreMarks(store, new MutableClock(NOW), UUID::randomUUID);
  }

  private static List<StoreMark> kept(Store store) {
    return store.inTransaction(tx -> tx.clusters().marks(CLUSTER));
  }

  private static Store storeWith(List<StoreMark> marks) {
    Store made = new InMemoryStore();
    made.useTransaction(
        tx -> {
          tx.orgs().insert(new Org(ORG, "default", NOW));
          tx.quotas().insert(new Quota(ORG, 1, 1));
          tx.clusters()
              .insert(new Cluster(CLUSTER, ORG, "c", ClusterKind.EMBEDDED, "fake", null, NOW, NOW));
          marks.forEach(mark -> tx.clusters().insertMark(CLUSTER, mark));
        });
    return made;
  }
}

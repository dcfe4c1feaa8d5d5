package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.database.Resources;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.StoreMark;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractClusters extends StoreContractPart {
  @Test
  void a_cluster_is_found_by_id_and_by_identity_in_its_organisation() {
    Cluster cluster =
        new Cluster(UUID.randomUUID(), orgId, "c", ClusterKind.AGENT, "i", "hash", at(1), T0);
    store().useTransaction(tx -> tx.clusters().insert(cluster));

    assertThat(one(tx -> tx.clusters().find(orgId, cluster.id()))).contains(cluster);
    assertThat(one(tx -> tx.clusters().findByIdentity(orgId, "i"))).contains(cluster);
    assertThat(one(tx -> tx.clusters().find(UUID.randomUUID(), cluster.id()))).isEmpty();
    assertThat(one(tx -> tx.clusters().findByIdentity(UUID.randomUUID(), "i"))).isEmpty();
    assertThat(one(tx -> tx.clusters().findByIdentity(orgId, "j"))).isEmpty();
  }

  @Test
  void a_cluster_is_found_by_its_agents_token_in_its_organisation() {
    Cluster cluster = agent("c", "i", "hash");
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster("d", "j", T0));
              tx.clusters().insert(cluster);
            });

    assertThat(one(tx -> tx.clusters().findByAgentToken(orgId, "hash"))).contains(cluster);
    assertThat(one(tx -> tx.clusters().findByAgentToken(orgId, "other"))).isEmpty();
    assertThat(one(tx -> tx.clusters().findByAgentToken(UUID.randomUUID(), "hash"))).isEmpty();
  }

  @Test
  void what_a_cluster_has_of_its_agent_is_replaced_and_nothing_else() {
    Cluster cluster = agent("c", "i", "hash");
    Cluster other = agent("d", "j", "second");
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.clusters().insert(other);
              tx.clusters().seen(cluster.id(), at(9), null);
            });

    Cluster next =
        cluster
            .identifiedBy("k")
            .withAgentToken("third")
            .withDataPlane(new DataPlaneRelease(DataPlaneKind.KUBERNETES, "1.2"));
    Cluster absent = agent("e", "l", "fourth");
    store()
        .useTransaction(
            tx -> {
              tx.clusters().update(next);
              tx.clusters().update(absent);
            });

    assertThat(rows(tx -> tx.clusters().list(orgId))).containsExactly(next.seenAt(at(9)), other);
    assertThat(one(tx -> tx.clusters().findByAgentToken(orgId, "hash"))).isEmpty();
    assertThat(one(tx -> tx.clusters().findByAgentToken(orgId, "third"))).isPresent();
    assertThat(one(tx -> tx.clusters().findByIdentity(orgId, "i"))).isEmpty();
  }

  @Test
  void a_cluster_cannot_take_the_identity_of_another() {
    Cluster cluster = agent("c", "i", "hash");
    Cluster other = agent("d", "j", "second");
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.clusters().insert(other);
            });

    assertConflict(tx -> tx.clusters().update(cluster.identifiedBy("j")));

    assertThat(rows(tx -> tx.clusters().list(orgId))).containsExactly(cluster, other);
  }

  @Test
  void a_cluster_keeps_what_is_known_of_its_data_plane() {
    Cluster local = cluster("c", "i", T0).withDataPlane(DataPlaneRelease.LOCAL);
    Cluster other =
        cluster("d", "j", at(1)).withDataPlane(new DataPlaneRelease(null, "0.1.0-SNAPSHOT"));
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(local);
              tx.clusters().insert(other);
            });
    assertThat(rows(tx -> tx.clusters().list(orgId))).containsExactly(local, other);

    Cluster unknown = local.withDataPlane(DataPlaneRelease.UNKNOWN);
    store().useTransaction(tx -> tx.clusters().update(unknown));
    assertThat(rows(tx -> tx.clusters().list(orgId))).containsExactly(unknown, other);
  }

  private Cluster agent(String name, String identity, String tokenSha256) {
    return new Cluster(
        UUID.randomUUID(), orgId, name, ClusterKind.AGENT, identity, tokenSha256, at(1), T0);
  }

  @Test
  void names_and_identities_are_unique_in_their_organisation() {
    Cluster cluster = cluster("c", "i", T0);
    store().useTransaction(tx -> tx.clusters().insert(cluster));
    assertConflict(tx -> tx.clusters().insert(cluster("c", "j", T0)));
    assertConflict(tx -> tx.clusters().insert(cluster("d", "i", T0)));
    assertConflict(tx -> tx.clusters().insert(cluster));

    Cluster elsewhere =
        new Cluster(
            UUID.randomUUID(), UUID.randomUUID(), "c", ClusterKind.AGENT, "i", null, null, T0);
    store().useTransaction(tx -> tx.clusters().insert(elsewhere));
    assertThat(rows(tx -> tx.clusters().list(elsewhere.orgId()))).containsExactly(elsewhere);
  }

  @Test
  void clusters_are_listed_oldest_first() {
    Cluster second = cluster("b", "b", at(1));
    Cluster first = cluster("a", "a", T0);
    Cluster third = cluster("c", "c", at(1));
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(second);
              tx.clusters().insert(first);
              tx.clusters().insert(third);
            });
    assertThat(rows(tx -> tx.clusters().list(orgId))).containsExactly(first, second, third);
  }

  @Test
  void the_marks_of_a_cluster_are_kept_in_the_order_of_their_numbers_and_go_with_it() {
    Cluster cluster = cluster("c", "i", T0);
    Cluster other = cluster("d", "j", T0);
    StoreMark first = mark(1);
    StoreMark second = mark(2);
    StoreMark third = mark(3);
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.clusters().insert(other);
              tx.clusters().insertMark(other.id(), first);
              List.of(third, first, second)
                  .forEach(mark -> tx.clusters().insertMark(cluster.id(), mark));
            });
    assertThat(rows(tx -> tx.clusters().marks(cluster.id()))).containsExactly(first, second, third);
    assertConflict(tx -> tx.clusters().insertMark(cluster.id(), mark(2)));

    store().useTransaction(tx -> tx.clusters().deleteMarksBefore(cluster.id(), 3));
    assertThat(rows(tx -> tx.clusters().marks(cluster.id()))).containsExactly(third);
    assertThat(rows(tx -> tx.clusters().marks(other.id()))).containsExactly(first);

    store().useTransaction(tx -> tx.clusters().delete(orgId, cluster.id()));
    assertThat(rows(tx -> tx.clusters().marks(cluster.id()))).isEmpty();
  }

  @Test
  void an_orphan_is_found_by_id_listed_by_age_and_one_for_each_reference() {
    Cluster cluster = cluster("c", "i", T0);
    Orphan second = orphan(cluster, "b", 2);
    Orphan first = orphan(cluster, "a", 1);
    store()
        .useTransaction(
            tx -> {
              tx.clusters().insert(cluster);
              tx.orphans().insert(second);
              tx.orphans().insert(first);
            });
    assertThat(rows(tx -> tx.orphans().list(orgId))).containsExactly(first, second);
    assertThat(one(tx -> tx.orphans().find(orgId, first.id()))).contains(first);
    assertThat(one(tx -> tx.orphans().find(UUID.randomUUID(), first.id()))).isEmpty();
    assertConflict(tx -> tx.orphans().insert(orphan(cluster, "a", 3)));

    Orphan due = first.deletedFrom(at(9));
    store().useTransaction(tx -> tx.orphans().update(due));
    store().useTransaction(tx -> tx.orphans().delete(orgId, second.id()));

    assertThat(rows(tx -> tx.orphans().list(orgId))).containsExactly(due);
  }

  private Orphan orphan(Cluster cluster, String reference, int found) {
    return new Orphan(
        UUID.randomUUID(),
        orgId,
        cluster.id(),
        Orphan.Kind.VERSION,
        reference,
        new Orphan.Facts(
            "shop",
            new Orphan.Engine("postgresql", "15"),
            found == 1 ? null : new Resources(512, 0, 500),
            1L << 40),
        "host:1",
        at(found),
        at(found + 1));
  }

  private StoreMark mark(int number) {
    return new StoreMark(orgId, number, UUID.randomUUID(), at(number));
  }

  @Test
  void a_cluster_that_is_heard_of_keeps_the_time_and_all_else() {
    Cluster cluster = cluster("c", "i", T0);
    store().useTransaction(tx -> tx.clusters().insert(cluster));

    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(9), null));
    store().useTransaction(tx -> tx.clusters().seen(UUID.randomUUID(), at(9), "http://one"));

    assertThat(rows(tx -> tx.clusters().list(orgId)))
        .containsExactly(
            new Cluster(cluster.id(), orgId, "c", ClusterKind.EMBEDDED, "i", null, at(9), T0));
  }

  @Test
  void a_cluster_whose_agent_left_is_offline_until_it_is_heard_of_again() {
    Cluster cluster = cluster("c", "i", at(5));
    store().useTransaction(tx -> tx.clusters().insert(cluster));
    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(6), "http://one"));

    store().useTransaction(tx -> tx.clusters().left(cluster.id()));
    store().useTransaction(tx -> tx.clusters().left(UUID.randomUUID()));

    Cluster gone = rows(tx -> tx.clusters().list(orgId)).get(0);
    assertThat(gone.lastSeenAt()).isEqualTo(at(6));
    assertThat(gone.isOnlineAt(at(6))).isFalse();
    assertThat(serverOf(cluster.id(), 1)).isEmpty();
    store().useTransaction(tx -> tx.clusters().update(gone.identifiedBy("j")));
    assertThat(rows(tx -> tx.clusters().list(orgId)).get(0).away()).isTrue();

    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(7), null));
    assertThat(rows(tx -> tx.clusters().list(orgId)).get(0).isOnlineAt(at(7))).isTrue();
    assertThat(serverOf(cluster.id(), 1)).containsExactly("http://one");
  }

  @Test
  void a_cluster_knows_the_server_that_told_its_address_last() {
    Cluster cluster = cluster("c", "i", T0);
    store().useTransaction(tx -> tx.clusters().insert(cluster));

    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(6), null));
    assertThat(serverOf(cluster.id(), 1)).isEmpty();
    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(7), "http://one"));
    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(8), "http://two:7878"));
    store().useTransaction(tx -> tx.clusters().seen(cluster.id(), at(9), null));

    assertThat(serverOf(cluster.id(), 9)).containsExactly("http://two:7878");
    assertThat(serverOf(cluster.id(), 10)).isEmpty();
    assertThat(serverOf(UUID.randomUUID(), 1)).isEmpty();
  }

  private List<String> serverOf(UUID cluster, int since) {
    return rows(tx -> tx.clusters().serverOf(cluster, at(since)).stream().toList());
  }

  @Test
  void a_cluster_is_deleted_once() {
    Cluster cluster = cluster("c", "i", T0);
    store().useTransaction(tx -> tx.clusters().insert(cluster));
    assertThat(did(tx -> tx.clusters().delete(UUID.randomUUID(), cluster.id()))).isFalse();
    assertThat(did(tx -> tx.clusters().delete(orgId, cluster.id()))).isTrue();
    assertThat(did(tx -> tx.clusters().delete(orgId, cluster.id()))).isFalse();
    assertThat(rows(tx -> tx.clusters().list(orgId))).isEmpty();
  }
}

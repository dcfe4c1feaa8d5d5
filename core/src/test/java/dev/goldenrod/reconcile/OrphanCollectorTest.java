package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.member.Org;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.InMemoryStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A collection during which the data plane stops answering or orphans are restored. */
class OrphanCollectorTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");
  private static final int MANY = 100;

  private final InMemoryStore store = new InMemoryStore();
  private final AtomicInteger asked = new AtomicInteger();
  private final Cluster cluster =
      new Cluster(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "edge",
          ClusterKind.AGENT,
          "identity",
          "hash",
          null,
          NOW);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothing_more_is_asked_of_one_that_is_away(boolean isOffline) {
    DataPlaneException away =
        isOffline
            ? new DataPlaneOfflineException("gone")
            : new DataPlaneUnreachableException("gone");

    assertThatThrownBy(() -> collect(away)).isSameAs(away);
    assertThat(asked).hasValue(1);
  }

  @Test
  void one_that_cannot_be_told_keeps_nothing_from_the_others() {
    collect(new DataPlaneException("damaged"));

    assertThat(asked).hasValue(MANY);
  }

  @Test
  void one_that_is_restored_while_another_is_deleted_stays() {
    Set<UUID> removed = new HashSet<>();
    Set<UUID> held = Set.of(UUID.randomUUID(), UUID.randomUUID());
    store.useTransaction(
        tx -> {
          tx.orgs().insert(new Org(cluster.orgId(), "default", NOW));
          tx.quotas().insert(new Quota(cluster.orgId(), 1, 1));
          held.forEach(id -> tx.orphans().insert(due(id)));
        });

    collect(removing(removed), held);

    assertThat(removed).hasSize(1);
  }

  private Orphan due(UUID id) {
    return new Orphan(
        UUID.randomUUID(),
        cluster.orgId(),
        cluster.id(),
        Orphan.Kind.DATABASE,
        id.toString(),
        Orphan.Facts.UNKNOWN,
        "",
        NOW,
        NOW);
  }

  /** Returns a data plane; while it removes one orphan, a member restores all others. */
  private DataPlane removing(Set<UUID> removed) {
    RunningDatabases databases =
        proxy(
            RunningDatabases.class,
            (method, arguments) -> {
              if (method.equals("remove")) {
                removed.add((UUID) arguments[0]);
                store.useTransaction(
                    tx ->
                        tx.orphans()
                            .list(cluster.orgId())
                            .forEach(one -> tx.orphans().delete(cluster.orgId(), one.id())));
              }
              return null;
            });
    return proxy(
        DataPlane.class,
        (method, arguments) -> method.equals("databases") ? databases : (Object) false);
  }

  private void collect(DataPlaneException failure) {
    collect(
        failing(failure),
        Stream.generate(UUID::randomUUID).limit(MANY).collect(Collectors.toUnmodifiableSet()));
  }

  private void collect(DataPlane plane, Set<UUID> held) {
    new OrphanCollector(
            store,
            UUID::randomUUID,
            Duration.ofDays(7),
            new AttachedCluster(cluster, plane, true, ControlObserver.NONE),
            plane)
        .run(Inventory.undamaged(held, Set.of(), Set.of(), Set.of(), Set.of()), NOW);
  }

  private DataPlane failing(DataPlaneException failure) {
    return proxy(
        DataPlane.class,
        (method, arguments) -> {
          if (method.equals("isShared")) {
            return false;
          }
          asked.incrementAndGet();
          throw failure;
        });
  }

  private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.apply(method.getName(), arguments)));
  }
}

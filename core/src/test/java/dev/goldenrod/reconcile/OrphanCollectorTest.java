package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.testing.InMemoryStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A data plane that stops to answer while what it holds is looked through. */
class OrphanCollectorTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");
  private static final int MANY = 100;

  private final InMemoryStore store = new InMemoryStore();
  private final AtomicInteger asked = new AtomicInteger();

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

  private void collect(DataPlaneException failure) {
    DataPlane plane = failing(failure);
    Cluster cluster =
        new Cluster(
            UUID.randomUUID(),
            UUID.randomUUID(),
            "edge",
            ClusterKind.AGENT,
            "identity",
            "hash",
            null,
            NOW);
    Set<UUID> held =
        Stream.generate(UUID::randomUUID).limit(MANY).collect(Collectors.toUnmodifiableSet());
    new OrphanCollector(
            store,
            UUID::randomUUID,
            Duration.ofDays(7),
            new AttachedCluster(cluster, plane, true, ControlObserver.NONE),
            plane)
        .run(Inventory.undamaged(held, Set.of(), Set.of(), Set.of(), Set.of()), NOW);
  }

  private DataPlane failing(DataPlaneException failure) {
    return (DataPlane)
        Proxy.newProxyInstance(
            DataPlane.class.getClassLoader(),
            new Class<?>[] {DataPlane.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("isShared")) {
                return false;
              }
              asked.incrementAndGet();
              throw failure;
            });
  }
}

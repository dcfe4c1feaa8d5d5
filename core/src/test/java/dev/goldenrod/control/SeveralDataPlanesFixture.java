package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** A control plane with two data planes; the test advances the clock and runs the loop. */
abstract class SeveralDataPlanesFixture {
  static final String OFFLINE = "data-plane agent offline";

  final InMemoryStore store = new InMemoryStore();
  final MutableClock clock = new MutableClock();
  final FakeDataPlane here = new FakeDataPlane("here");
  final FakeDataPlane there = new FakeDataPlane("there");
  final ControlPlane control = build();
  final Actor admin = control.admin();

  final ControlPlane build() {
    return ControlPlane.builder()
        .store(store)
        .clock(clock)
        .dataPlane(here)
        .dataPlane(there)
        .orphanGrace(Duration.ZERO)
        .build();
  }

  @AfterEach
  final void close() {
    control.close();
    store.close();
  }

  static Set<UUID> databasesOf(FakeDataPlane plane) {
    return plane.inventory().databases();
  }

  final void detachForGood(FakeDataPlane plane) {
    control.detach(plane);
    clock.advance(Cluster.ONLINE_FOR);
    settle();
  }

  /** Imports the golden's next version into that data plane, while the other is offline. */
  final UUID importInto(FakeDataPlane plane, String golden) {
    FakeDataPlane other = plane == here ? there : here;
    detachForGood(other);
    Source source =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db", "dbname", golden), "credentials"));
    UUID id =
        control.imports().start(admin, new Imports.Start(source.id(), golden, null)).goldenId();
    settle();
    control.attach(other);
    settle();
    return id;
  }

  final UUID register(String golden) {
    return control
        .goldens()
        .register(admin, Goldens.RegisterVersion.of(golden, Substrate.POSTGRES, "handle"))
        .goldenId();
  }

  final Instance launch(String golden) {
    return control.instances().launch(admin, Instances.Launch.latest(golden, Ttl.parse("8h")));
  }

  final Instance launchSettled(String golden) {
    UUID id = launch(golden).id();
    settle();
    return find(id);
  }

  final Instance find(UUID id) {
    return control.instances().find(admin, id);
  }

  final void settle() {
    while (control.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }

  final UUID pool(String golden, int target) {
    Pools.Create command = new Pools.Create(golden, 0, InstanceSize.SMALL, target);
    UUID id = control.pools().create(admin, command).pool().id();
    settle();
    return id;
  }
}

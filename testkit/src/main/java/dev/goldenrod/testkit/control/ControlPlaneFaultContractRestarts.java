package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovery of a server that was killed and restarted. */
public abstract class ControlPlaneFaultContractRestarts extends ControlPlaneFaultContractPart {
  @ParameterizedTest
  @ValueSource(strings = {"launch", "reset", "refresh", "delete"})
  void work_that_was_killed_in_the_middle_reaches_its_end(String change) {
    register("shop");
    UUID id = launch(ada, "shop").id();
    if (!change.equals("launch")) {
      settle();
    }
    fake.holdDatabases();
    fake.holdRemovals();
    if (!change.equals("launch")) {
      apply(change, id);
    }
    settle();

    restartAll();
    fake.releaseDatabases();
    fake.releaseRemovals();
    settle();
    settleLater();

    if (change.equals("delete")) {
      assertThat(exists(id)).isFalse();
      assertThat(fake.inventory().databases()).isEmpty();
    } else {
      assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
      assertThat(fake.inventory().databases()).containsExactly(id);
    }
  }

  @Test
  void work_that_a_killed_server_had_leased_is_taken_over_when_the_lease_is_up() {
    register("shop");
    UUID id = launch(ada, "shop").id();
    restartAll();
    store.useTransaction(
        tx -> {
          WorkItem item = tx.work().find(id).orElseThrow();
          tx.work().claim(item, "killed-server", clock.instant().plusSeconds(15));
        });

    clock.advance(Duration.ofSeconds(14));
    settle();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.PENDING);

    clock.advance(Duration.ofSeconds(1));
    settle();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void what_no_row_knows_is_in_quarantine_from_the_start_and_the_rest_stays() {
    register("shop");
    UUID known = launchReady(ada, "shop").id();
    UUID imported = startImport(createSource(), "books").id();
    settle();
    DatabaseSpec spec = fake.ensuredDatabases().get(0);
    UUID orphan = UUID.randomUUID();
    fake.databases().ensure(DatabaseSpec.of(orphan, spec.origin(), spec.resources()));
    restartAll();

    control.start();

    assertThat(fake.inventory().databases()).containsExactlyInAnyOrder(known, orphan);
    assertThat(control.orphans().list(admin))
        .singleElement()
        .satisfies(one -> assertThat(one.reference()).isEqualTo(orphan.toString()));
    until(
        "the orphan is stopped",
        () -> fake.databases().observe(orphan).state(),
        DatabaseState.STOPPED::equals);
    clock.advance(ORPHAN_GRACE);
    until("the orphan is gone", () -> fake.inventory().databases(), Set.of(known)::equals);
    assertThat(fake.inventory().handles()).hasSize(1);
    assertThat(control.imports().find(admin, imported).phase().isTerminal()).isTrue();
  }

  @Test
  void a_copy_whose_golden_another_server_removed_goes_without_a_restart() {
    register("shop");
    launchReady(ada, "shop");
    VersionRef known = ((Origin.Version) fake.ensuredDatabases().get(0).origin()).version();
    restartAll();
    control.start();

    VersionRef gone = new VersionRef(UUID.randomUUID(), "gone", 1, "dir:/srv/gone");
    fake.databases()
        .ensure(
            DatabaseSpec.of(
                UUID.randomUUID(), new Origin.Version(gone), InstanceSize.SMALL.resources()));
    clock.advance(Duration.ofMinutes(11));
    until(
        "the copy is in quarantine", () -> control.orphans().list(admin).size(), size -> size == 1);
    clock.advance(ORPHAN_GRACE);

    until("only the known copy is left", () -> fake.inventory().copies(), Set.of(known)::equals);
  }

  @Test
  void another_store_is_refused_and_removes_nothing() {
    register("shop");
    UUID known = launchReady(ada, "shop").id();

    try (Store other = adapter().openStore()) {
      ControlPlaneBuilder stranger = builder().store(other);
      assertThatThrownBy(stranger::build)
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining(admin.orgId().toString());
    }

    assertThat(fake.inventory().databases()).containsExactly(known);
  }

  @Test
  void a_data_plane_that_is_offline_at_the_start_is_waited_for() {
    register("shop");
    UUID id = launch(ada, "shop").id();
    restartAll();
    fake.goOffline();

    control.start();
    fake.comeOnline();

    until(
        "instance is ready", () -> findInstance(id).phase(), phase -> phase == InstancePhase.READY);
  }
}

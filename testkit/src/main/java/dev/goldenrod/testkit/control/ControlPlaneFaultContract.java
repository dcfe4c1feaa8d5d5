package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Settings;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseSpec;
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

/**
 * What becomes of instances when things go wrong, on any store: an adapter extends this class
 * beside {@link ControlPlaneContract}.
 */
public abstract class ControlPlaneFaultContract extends ControlPlaneImportFaultContract {
  private Instance find(UUID id) {
    return control.instances().find(admin, id);
  }

  @Test
  void a_clone_that_cannot_be_made_fails_with_the_reason_and_a_reset_tries_again() {
    register("shop");
    fake.failNextDatabase("volume 'snapshot-of-shop' is corrupted");
    UUID id = launch(ada, "shop").id();
    settle();

    assertThat(find(id).phase()).isEqualTo(InstancePhase.FAILED);
    assertThat(find(id).status().message()).isEqualTo("volume 'snapshot-of-shop' is corrupted");
    settleLater();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.FAILED);

    control.instances().reset(ada, id);
    settle();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(find(id).status().message()).isEmpty();
  }

  @Test
  void a_failed_instance_ends_when_its_time_is_up() {
    register("shop");
    fake.failNextDatabase("no");
    UUID id = launch(ada, "shop").id();
    settle();

    clock.advance(Duration.ofHours(8));
    settle();

    assertThat(exists(id)).isFalse();
    assertThat(fake.inventory().databases()).isEmpty();
  }

  @Test
  void a_blocked_clone_says_why_and_comes_right_by_itself() {
    register("shop");
    fake.blockDatabases("port 20001 is taken by another program");
    UUID id = launch(ada, "shop").id();
    settle();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.PROVISIONING);
    assertThat(find(id).status().message()).isEqualTo("port 20001 is taken by another program");

    fake.unblockDatabases();
    settle();

    assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(find(id).status().message()).isEmpty();
  }

  @Test
  void a_clone_whose_process_died_is_not_ready_until_it_is_back_with_its_data() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    Credentials login = control.instances().credentials(ada, ready.id());
    fake.write(login, "kept");
    fake.holdDatabases();

    fake.killDatabase(ready.id());
    settle();
    assertThat(find(ready.id()).phase()).isEqualTo(InstancePhase.PROVISIONING);
    assertRefused(
        ErrorCode.CREDENTIALS_NOT_READY, () -> control.instances().credentials(ada, ready.id()));

    fake.releaseDatabases();
    settle();
    assertThat(find(ready.id()).status()).isEqualTo(ready.status());
    assertThat(fake.read(login)).isEqualTo("kept");
  }

  @Test
  void an_offline_data_plane_is_waited_for() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    fake.goOffline();

    UUID id = launch(ada, "shop").id();
    settle();
    settleLater();
    assertThat(find(id).phase().isSettled()).isFalse();
    assertThat(find(id).status().message()).isNotEmpty();
    assertThat(find(ready.id()).phase()).isEqualTo(InstancePhase.READY);
    assertRefused(
        ErrorCode.AGENT_OFFLINE,
        "data-plane agent offline",
        () -> control.instances().credentials(ada, ready.id()));

    fake.comeOnline();
    settleLater();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(find(id).status().message()).isEmpty();
  }

  @Test
  void an_instance_destroyed_while_the_data_plane_is_offline_stays_until_it_is_gone() {
    register("shop");
    UUID id = launchReady(ada, "shop").id();
    fake.goOffline();
    control.instances().destroy(ada, id);
    settle();
    settleLater();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.TERMINATING);

    fake.comeOnline();
    settleLater();
    assertThat(exists(id)).isFalse();
    assertThat(fake.inventory().databases()).isEmpty();
  }

  @Test
  void credentials_that_take_too_long_are_refused_and_come_at_the_next_try() {
    register("shop");
    UUID id = launchReady(ada, "shop").id();
    control.close();
    control = builder().settings(new Settings(10, 100, Duration.ofMillis(20))).build();
    fake.delayCredentials(Duration.ofDays(1));

    assertRefused(
        ErrorCode.CREDENTIALS_TIMED_OUT,
        "credential request timed out",
        () -> control.instances().credentials(ada, id));
    assertThat(audited()).noneMatch(line -> line.startsWith("instance.credentials.read"));

    fake.delayCredentials(Duration.ZERO);
    assertThat(control.instances().credentials(ada, id).password()).isNotEmpty();
  }

  @Test
  void an_instance_can_be_destroyed_while_its_clone_is_made() {
    register("shop");
    fake.holdDatabases();
    UUID id = launch(ada, "shop").id();
    settle();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.PROVISIONING);

    control.instances().destroy(ada, id);
    settle();

    assertThat(exists(id)).isFalse();
    assertThat(fake.inventory().databases()).isEmpty();
  }

  @Test
  void an_instance_ends_on_time_also_while_its_clone_is_made() {
    register("shop");
    fake.holdDatabases();
    UUID id = launch(ada, "shop").id();
    settle();

    clock.advance(Duration.ofHours(8));
    settle();

    assertThat(exists(id)).isFalse();
    assertThat(audited()).endsWith("instance.expired instance/" + id);
  }

  @Test
  void a_reset_during_a_launch_is_not_lost() {
    register("shop");
    fake.holdDatabases();
    UUID id = launch(ada, "shop").id();
    settle();

    control.instances().reset(ada, id);
    settle();
    fake.releaseDatabases();
    settle();

    assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(fake.databases().observe(id).generation()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset", "refresh", "destroy"})
  void a_change_in_the_middle_of_a_look_is_not_lost(String change) {
    register("shop");
    UUID id = launch(ada, "shop").id();
    register("shop");
    fake.onChange(
        changed -> {
          fake.onChange(later -> {});
          apply(change, id);
        });

    settle();
    settleLater();

    if (change.equals("destroy")) {
      assertThat(exists(id)).isFalse();
    } else {
      assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
      assertThat(fake.databases().observe(id).generation()).isEqualTo(1);
    }
  }

  private void apply(String change, UUID id) {
    switch (change) {
      case "reset" -> control.instances().reset(ada, id);
      case "refresh" -> control.instances().refresh(ada, id, "");
      default -> control.instances().destroy(ada, id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"launch", "reset", "refresh", "destroy"})
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

    if (change.equals("destroy")) {
      assertThat(exists(id)).isFalse();
      assertThat(fake.inventory().databases()).isEmpty();
    } else {
      assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
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
    assertThat(find(id).phase()).isEqualTo(InstancePhase.PENDING);

    clock.advance(Duration.ofSeconds(1));
    settle();
    assertThat(find(id).phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void what_no_row_knows_is_removed_at_the_start_and_the_rest_stays() {
    register("shop");
    UUID known = launchReady(ada, "shop").id();
    UUID imported = startImport(createSource(), "books").id();
    settle();
    DatabaseSpec spec = fake.ensuredDatabases().get(0);
    UUID orphan = UUID.randomUUID();
    fake.databases()
        .ensure(DatabaseSpec.of(orphan, spec.namespace(), spec.origin(), spec.resources()));
    restartAll();

    control.start();

    assertThat(fake.inventory().databases()).containsExactly(known);
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
                UUID.randomUUID(), "", new Origin.Version(gone), InstanceSize.SMALL.resources()));
    clock.advance(Duration.ofMinutes(11));

    until("only the known copy is left", () -> fake.inventory().copies(), Set.of(known)::equals);
  }

  @Test
  void a_store_that_is_new_to_the_data_plane_removes_nothing_of_another_stores() {
    register("shop");
    UUID known = launchReady(ada, "shop").id();

    try (Store other = openStore();
        ControlPlane stranger = builder().store(other).build()) {
      stranger.start();
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

    until("instance is ready", () -> find(id).phase(), phase -> phase == InstancePhase.READY);
  }
}

package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Settings;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of instances and their clones are repaired or reported. */
public abstract class ControlPlaneFaultContractInstances extends ControlPlaneFaultContractPart {
  @Test
  void a_clone_that_cannot_be_made_fails_with_the_reason_and_a_reset_tries_again() {
    register("shop");
    fake.failNextDatabase("volume 'snapshot-of-shop' is corrupted");
    UUID id = launch(ada, "shop").id();
    settle();

    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.FAILED);
    assertThat(findInstance(id).status().message())
        .isEqualTo("volume 'snapshot-of-shop' is corrupted");
    settleLater();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.FAILED);

    control.instances().reset(ada, id);
    settle();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(findInstance(id).status().message()).isEmpty();
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
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.PROVISIONING);
    assertThat(findInstance(id).status().message())
        .isEqualTo("port 20001 is taken by another program");

    fake.unblockDatabases();
    settle();

    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(findInstance(id).status().message()).isEmpty();
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
    assertThat(findInstance(ready.id()).phase()).isEqualTo(InstancePhase.PROVISIONING);
    assertRefused(
        ErrorCode.CREDENTIALS_NOT_READY, () -> control.instances().credentials(ada, ready.id()));

    fake.releaseDatabases();
    settle();
    assertThat(findInstance(ready.id()).status()).isEqualTo(ready.status());
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
    assertThat(findInstance(id).phase().isSettled()).isFalse();
    assertThat(findInstance(id).status().message()).isNotEmpty();
    assertThat(findInstance(ready.id()).phase()).isEqualTo(InstancePhase.READY);
    assertRefused(
        ErrorCode.AGENT_OFFLINE,
        "data-plane agent offline",
        () -> control.instances().credentials(ada, ready.id()));

    fake.comeOnline();
    settleLater();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(findInstance(id).status().message()).isEmpty();
  }

  @Test
  void an_instance_deleted_while_the_data_plane_is_offline_stays_until_it_is_gone() {
    register("shop");
    UUID id = launchReady(ada, "shop").id();
    fake.goOffline();
    control.instances().delete(ada, id);
    settle();
    settleLater();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.TERMINATING);

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
    control = builder().settings(new Settings(10, 100, 100, Duration.ofMillis(20))).build();
    fake.delayCredentials(Duration.ofDays(1));

    assertRefused(
        ErrorCode.CREDENTIALS_TIMED_OUT,
        "credential request timed out",
        () -> control.instances().credentials(ada, id));
    assertThat(audited()).noneMatch(line -> line.startsWith("instance.credentials.read"));

    fake.delayCredentials(Duration.ZERO);
    // On a busy machine, even an immediate response may exceed the timeout.
    Credentials login =
        until("credentials come", () -> credentialsInTime(id), Optional::isPresent).orElseThrow();
    assertThat(login.password()).isNotEmpty();
  }

  private Optional<Credentials> credentialsInTime(UUID id) {
    try {
      return Optional.of(control.instances().credentials(ada, id));
    } catch (ControlPlaneException late) {
      assertThat(late.code()).isEqualTo(ErrorCode.CREDENTIALS_TIMED_OUT);
      return Optional.empty();
    }
  }

  @Test
  void an_instance_can_be_deleted_while_its_clone_is_made() {
    register("shop");
    fake.holdDatabases();
    UUID id = launch(ada, "shop").id();
    settle();
    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.PROVISIONING);

    control.instances().delete(ada, id);
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

    assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
    assertThat(fake.databases().observe(id).generation()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset", "refresh", "delete"})
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

    if (change.equals("delete")) {
      assertThat(exists(id)).isFalse();
    } else {
      assertThat(findInstance(id).phase()).isEqualTo(InstancePhase.READY);
      assertThat(fake.databases().observe(id).generation()).isEqualTo(1);
    }
  }
}

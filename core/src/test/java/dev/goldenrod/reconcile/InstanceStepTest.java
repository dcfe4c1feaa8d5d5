package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.port.DatabaseObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class InstanceStepTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30.123Z");
  private static final String ENDPOINT = "127.0.0.1:20001";
  private static final Instance PENDING =
      Instance.launched(
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          InstanceSpec.create(
              GoldenRef.unmasked(UUID.randomUUID(), "shop", 1),
              "goldenrod",
              InstanceSize.SMALL,
              new Ttl(Duration.ofHours(1)),
              NOW),
          NOW);
  private static final Instance READY = PENDING.becameReady(ENDPOINT);

  @Test
  void a_new_instance_is_ensured() {
    assertThat(decide(PENDING, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(PENDING.provisioning("")));
  }

  @Test
  void work_under_way_is_ensured_again_since_it_may_have_been_interrupted() {
    assertThat(decide(PENDING, DatabaseObservation.working(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Ensure(PENDING.provisioning("")));
  }

  @Test
  void a_clone_that_takes_logins_makes_the_instance_ready() {
    assertThat(decide(PENDING, DatabaseObservation.ready(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Save(READY));
  }

  @Test
  void a_ready_instance_rests() {
    assertThat(decide(READY, DatabaseObservation.ready(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.NoOp());
  }

  @Test
  void a_changed_endpoint_is_stored() {
    assertThat(decide(READY, DatabaseObservation.ready(0, "127.0.0.1:20002")))
        .isEqualTo(new InstanceStep.Save(PENDING.becameReady("127.0.0.1:20002")));
  }

  @Test
  void a_ready_instance_whose_process_died_is_provisioned_again() {
    assertThat(decide(READY, DatabaseObservation.working(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Ensure(READY.provisioning("")));
  }

  @Test
  void a_ready_instance_whose_data_is_gone_is_lost_and_made_anew_by_a_reset_alone() {
    Instance lost = READY.failed("its data is gone from the data plane; reset it to make it anew");
    assertThat(decide(READY, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.MarkLost(lost));
    assertThat(decide(lost, DatabaseObservation.absent())).isEqualTo(new InstanceStep.NoOp());
    Instance reset = lost.resetRequested();
    assertThat(decide(reset, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(reset.provisioning("")));
  }

  @Test
  void data_that_goes_while_the_process_restarts_is_lost_too() {
    Instance restarting = READY.provisioning("").waiting("data-plane agent offline");
    assertThat(decide(restarting, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.MarkLost(restarting.failed(InstanceStep.LOST)));
  }

  @Test
  void a_copy_that_was_never_ready_is_made_anew_whatever_was_ready_before_it() {
    Instance first = PENDING.provisioning("");
    assertThat(decide(first, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(first));
    Instance reset = READY.provisioning("").resetRequested().provisioning("");
    assertThat(decide(reset, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(reset));
    Instance refreshed = READY.refreshRequested(READY.spec().golden()).provisioning("");
    assertThat(decide(refreshed, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(refreshed));
  }

  @Test
  void a_warm_clone_whose_data_is_gone_is_made_anew() {
    Instance warm =
        Instance.warm(
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                READY.spec(),
                NOW)
            .becameReady(ENDPOINT);
    assertThat(decide(warm, DatabaseObservation.absent()))
        .isEqualTo(new InstanceStep.Ensure(warm.provisioning("")));
  }

  @Test
  void a_clone_of_an_older_generation_is_replaced_however_ready_it_is() {
    Instance reset = READY.resetRequested();
    assertThat(decide(reset, DatabaseObservation.ready(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Ensure(reset.provisioning("")));
  }

  @Test
  void a_blocked_clone_tells_why_it_waits() {
    assertThat(decide(PENDING, DatabaseObservation.blocked(0, ENDPOINT, "port 20001 is taken")))
        .isEqualTo(new InstanceStep.Ensure(PENDING.provisioning("port 20001 is taken")));
  }

  @Test
  void a_clone_that_cannot_be_made_fails_the_instance() {
    assertThat(decide(PENDING, DatabaseObservation.failed(0, ENDPOINT, "the golden is corrupt")))
        .isEqualTo(new InstanceStep.Save(PENDING.failed("the golden is corrupt")));
  }

  @Test
  void a_failure_of_an_older_generation_does_not_fail_a_reset_instance() {
    Instance reset = PENDING.failed("the golden is corrupt").resetRequested();
    assertThat(decide(reset, DatabaseObservation.failed(0, ENDPOINT, "the golden is corrupt")))
        .isEqualTo(new InstanceStep.Ensure(reset.provisioning("")));
  }

  @Test
  void a_failed_instance_rests_until_somebody_resets_it() {
    Instance failed = PENDING.failed("the golden is corrupt");
    assertThat(decide(failed, DatabaseObservation.failed(0, ENDPOINT, "the golden is corrupt")))
        .isEqualTo(new InstanceStep.NoOp());
  }

  @Test
  void a_failed_instance_whose_clone_came_right_is_ready_again() {
    Instance failed = PENDING.failed("the disk was unplugged");
    assertThat(decide(failed, DatabaseObservation.ready(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Save(READY));
  }

  @Test
  void an_instance_expires_at_its_end_and_not_before() {
    Instant end = READY.spec().expiresAt();
    DatabaseObservation seen = DatabaseObservation.ready(0, ENDPOINT);
    assertThat(InstanceStep.decide(READY, seen, end.minusMillis(1)))
        .isEqualTo(new InstanceStep.NoOp());
    assertThat(InstanceStep.decide(READY, seen, end)).isEqualTo(new InstanceStep.Expire());
    assertThat(InstanceStep.decide(PENDING.failed("broken"), seen, end))
        .isEqualTo(new InstanceStep.Expire());
  }

  @Test
  void an_unwanted_instance_is_removed_and_forgotten_once_its_clone_is_gone() {
    Instance unwanted = READY.deletionRequested();
    assertThat(unwanted.phase()).isEqualTo(InstancePhase.TERMINATING);
    assertThat(decide(unwanted, DatabaseObservation.ready(0, ENDPOINT)))
        .isEqualTo(new InstanceStep.Remove());
    assertThat(decide(unwanted, DatabaseObservation.absent())).isEqualTo(new InstanceStep.Delete());
  }

  private static InstanceStep decide(Instance instance, DatabaseObservation seen) {
    return InstanceStep.decide(instance, seen, NOW);
  }
}

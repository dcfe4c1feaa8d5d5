package dev.goldenrod.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InstanceTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");
  private static final GoldenRef SHOP = GoldenRef.unmasked(UUID.randomUUID(), "shop", 1);

  private final Instance pending =
      Instance.launched(
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          InstanceSpec.create(SHOP, "ns", InstanceSize.MEDIUM, Ttl.parse("8h"), NOW),
          NOW);
  private final Instance ready = pending.becameReady("db:5432");

  @Test
  void a_launched_instance_is_pending_and_ends_after_its_ttl() {
    assertThat(pending.phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(pending.status().endpoint()).isEmpty();
    assertThat(pending.spec().expiresAt()).isEqualTo(NOW.plusSeconds(8 * 3600));
    assertThat(pending.spec().resetGeneration()).isZero();
    assertThat(pending.spec().cloneGeneration()).isZero();
    assertThat(pending.spec().desiredState()).isEqualTo(DesiredState.PRESENT);
    assertThat(pending.isWarm()).isFalse();
  }

  @Test
  void every_transition_keeps_who_and_where_it_is() {
    Stream.of(
            pending.provisioning("waiting for port 5432"),
            ready,
            pending.failed("no such volume"),
            ready.resetRequested(),
            ready.refreshRequested(GoldenRef.unmasked(UUID.randomUUID(), "other", 4)),
            ready.extended(Ttl.parse("9h"), NOW.plusSeconds(9 * 3600)),
            ready.deletionRequested())
        .forEach(
            next ->
                assertThat(next)
                    .usingRecursiveComparison()
                    .ignoringFields("spec", "status")
                    .isEqualTo(pending));
  }

  @Test
  void a_reset_raises_both_generations_and_keeps_the_endpoint() {
    Instance reset = ready.resetRequested();

    assertThat(reset.phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(reset.status().endpoint()).isEqualTo("db:5432");
    assertThat(reset.spec().resetGeneration()).isEqualTo(1);
    assertThat(reset.spec().cloneGeneration()).isEqualTo(1);
    assertThat(reset.spec().golden()).isEqualTo(SHOP);
    assertThat(reset.spec().expiresAt()).isEqualTo(ready.spec().expiresAt());
  }

  @Test
  void a_refresh_moves_to_the_version_and_is_no_reset() {
    GoldenRef next = GoldenRef.unmasked(SHOP.goldenId(), "shop", 2);

    Instance refreshed = ready.refreshRequested(next);

    assertThat(refreshed.phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(refreshed.status().endpoint()).isEqualTo("db:5432");
    assertThat(refreshed.spec().golden()).isEqualTo(next);
    assertThat(refreshed.spec().resetGeneration()).isZero();
    assertThat(refreshed.spec().cloneGeneration()).isEqualTo(1);
    assertThat(refreshed.spec().size()).isEqualTo(InstanceSize.MEDIUM);
  }

  @Test
  void an_extension_changes_nothing_but_the_life() {
    Instant end = NOW.plusSeconds(9 * 3600);
    Instance broken = pending.failed("no such volume");

    Instance extended = broken.extended(Ttl.parse("9h"), end);

    assertThat(extended.status()).isEqualTo(broken.status());
    assertThat(extended.spec())
        .usingRecursiveComparison()
        .ignoringFields("ttl", "expiresAt")
        .isEqualTo(broken.spec());
    assertThat(extended.spec().ttl()).isEqualTo(Ttl.parse("9h"));
    assertThat(extended.spec().expiresAt()).isEqualTo(end);
  }

  @Test
  void ready_clears_the_message_and_failed_keeps_the_endpoint() {
    assertThat(pending.provisioning("waiting").becameReady("db:1").status())
        .isEqualTo(new InstanceStatus(InstancePhase.READY, "db:1", "", 0));
    assertThat(ready.failed("lost").status())
        .isEqualTo(new InstanceStatus(InstancePhase.FAILED, "db:5432", "lost", 0));
  }

  @Test
  void an_instance_was_ready_from_its_first_ready_until_it_is_cloned_again() {
    assertThat(pending.wasReady()).isFalse();
    assertThat(pending.failed("no such volume").wasReady()).isFalse();
    assertThat(ready.provisioning("").failed("lost").wasReady()).isTrue();
    assertThat(ready.resetRequested().wasReady()).isFalse();
    assertThat(ready.refreshRequested(SHOP).provisioning("").wasReady()).isFalse();
    assertThat(ready.resetRequested().becameReady("db:5432").waiting("").wasReady()).isTrue();
  }

  @Test
  void a_ready_instance_that_an_older_server_wrote_was_ready() {
    InstanceStatus old =
        new InstanceStatus(InstancePhase.READY, "db:5432", "", InstanceStatus.NEVER_READY);
    Instance read =
        new Instance(
            pending.id(),
            pending.orgId(),
            pending.ownerId(),
            pending.clusterId(),
            null,
            null,
            pending.spec(),
            old,
            NOW,
            0);

    assertThat(read.wasReady()).isTrue();
    assertThat(read.provisioning("").wasReady()).isTrue();
  }

  @Test
  void a_deleted_instance_is_wanted_absent_and_comes_back_never() {
    Instance gone = ready.deletionRequested();

    assertThat(gone.spec().desiredState()).isEqualTo(DesiredState.ABSENT);
    assertThat(gone.deletionRequested()).isEqualTo(gone);
    assertThatThrownBy(gone::resetRequested)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(gone.id().toString())
        .hasMessageContaining("from TERMINATING to PENDING");
    assertThatThrownBy(() -> gone.becameReady("db:1")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> gone.failed("late")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_failed_instance_is_made_again_only_when_asked_but_may_come_right_by_itself() {
    Instance failed = pending.failed("no such volume");

    assertThatThrownBy(() -> failed.provisioning("")).isInstanceOf(IllegalStateException.class);
    assertThat(failed.becameReady("db:1").phase()).isEqualTo(InstancePhase.READY);
    assertThat(failed.resetRequested().becameReady("db:1").phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void a_warm_instance_is_nobodys_until_it_is_claimed_for_a_life_from_then() {
    UUID owner = UUID.randomUUID();
    Instant later = NOW.plusSeconds(3600);
    Instance warm =
        Instance.warm(
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                UUID.randomUUID(),
                pending.spec(),
                NOW)
            .becameReady("db:5432");
    assertThat(warm.isWarm()).isTrue();
    assertThat(warm.ownerId()).isEqualTo(Instance.UNOWNED);

    Instance claimed = warm.claimed(owner, Ttl.parse("1h"), later);

    assertThat(claimed.isWarm()).isFalse();
    assertThat(claimed.ownerId()).isEqualTo(owner);
    assertThat(claimed.id()).isEqualTo(warm.id());
    assertThat(claimed.status()).isEqualTo(warm.status());
    assertThat(claimed.spec().expiresAt()).isEqualTo(later.plusSeconds(3600));
    assertThat(claimed.spec().cloneGeneration()).isEqualTo(warm.spec().cloneGeneration());
  }

  @Test
  void a_name_stays_whatever_becomes_of_the_instance() {
    Instance named = pending.named("pr-17");
    Instance claimed = named.claimed(UUID.randomUUID(), Ttl.parse("1h"), NOW);

    assertThat(pending.name()).isNull();
    assertThat(claimed.becameReady("db:1").resetRequested().deletionRequested().name())
        .isEqualTo("pr-17");
    assertThat(claimed.named(null).name()).isNull();
  }
}

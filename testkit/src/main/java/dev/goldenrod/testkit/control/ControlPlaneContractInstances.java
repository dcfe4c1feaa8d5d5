package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the control plane: instances. */
public abstract class ControlPlaneContractInstances extends ControlPlaneContractPart {
  private static final String LONGEST_NAME =
      "a23456789-123456789-123456789-123456789-123456789-123456789-123";

  @Test
  void a_launch_is_pending_at_first_and_then_ready_with_credentials_for_its_owner() {
    register("shop");

    Instance pending =
        control
            .instances()
            .launch(ada, new Instances.Launch("shop", InstanceSize.MEDIUM, Ttl.parse("90m"), 0));

    assertThat(pending.phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(pending.ownerId()).isEqualTo(ada.userId());
    assertThat(pending.spec().size()).isEqualTo(InstanceSize.MEDIUM);
    assertThat(pending.spec().ttl()).hasToString("1h30m");
    assertThat(pending.spec().expiresAt()).isEqualTo(pending.createdAt().plusSeconds(5400));
    assertThat(pending.spec().desiredState()).isEqualTo(DesiredState.PRESENT);
    assertRefused(
        ErrorCode.CREDENTIALS_NOT_READY, () -> control.instances().credentials(ada, pending.id()));

    Instance ready = untilPhase(InstancePhase.READY, pending.id());
    Credentials credentials = control.instances().credentials(ada, pending.id());
    assertThat(ready.status().endpoint()).isEqualTo(credentials.host() + ":" + credentials.port());
    assertThat(ready.status().message()).isEmpty();
    assertThat(audited()).endsWith("instance.credentials.read instance/" + ready.id());
  }

  @ParameterizedTest
  @CsvSource({
    "'', 8h, 0, golden must not be empty",
    "shop, 8h, 7, golden 'shop' has no ready version 7",
    "shop, 8h, -1, 'version must be a positive number, or 0'",
    "books, 8h, 0, golden 'books' has no visible ready version",
    "books, 8h, 1, golden 'books' has no visible ready version"
  })
  void a_launch_that_makes_no_sense_is_refused_with_the_reason_and_leaves_nothing(
      String golden, String ttl, int version, String reason) {
    register("shop");
    List<String> before = audited();

    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        reason,
        () -> {
          Ttl life = Ttl.parse(ttl);
          control
              .instances()
              .launch(ada, new Instances.Launch(golden, InstanceSize.SMALL, life, version));
        });

    assertThat(control.instances().list(admin)).isEmpty();
    assertThat(audited()).isEqualTo(before);
  }

  @Test
  void a_launch_takes_the_latest_version_unless_it_names_one() {
    register("shop");
    register("shop");

    Instance latest = launch(ada, "shop");
    Instance pinned =
        control
            .instances()
            .launch(ada, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 1));

    assertThat(latest.spec().golden().version()).isEqualTo(2);
    assertThat(pinned.spec().golden().version()).isEqualTo(1);
    assertThat(untilPhase(InstancePhase.READY, pinned.id()).spec().golden().version()).isEqualTo(1);
  }

  @Test
  void a_name_is_one_instances_of_its_owner_until_that_is_gone() {
    register("shop");
    Instance adas = untilPhase(InstancePhase.READY, launchNamed(ada, "pr-17").id());
    Instance bobs = launchNamed(bob, "pr-17");
    List<String> before = audited();

    assertRefused(ErrorCode.INSTANCE_NAME_TAKEN, () -> launchNamed(ada, "pr-17"));
    assertThat(audited()).isEqualTo(before);
    control.instances().delete(ada, adas.id());
    assertRefused(ErrorCode.INSTANCE_NAME_TAKEN, () -> launchNamed(ada, "pr-17"));
    untilGone(adas.id());

    assertThat(launchNamed(ada, "pr-17").name()).isEqualTo("pr-17");
    assertThat(launch(ada, "shop").name()).isNull();
    assertThat(bobs.name()).isEqualTo("pr-17");
  }

  private Instance launchNamed(Actor owner, String name) {
    return control
        .instances()
        .launch(owner, Instances.Launch.latest("shop", Ttl.parse("8h")).named(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "17", "-a", "Pr", "a_b", "a b", "a\n", "a\0", LONGEST_NAME + "a"})
  void a_name_is_1_to_63_letters_digits_and_hyphens_after_a_letter(String text) {
    register("shop");

    assertRefused(ErrorCode.INVALID_INPUT_BECAUSE, () -> launchNamed(ada, text));

    assertThat(control.instances().listNamed(ada, text)).isEmpty();
    assertThat(launchNamed(ada, "a").name()).isEqualTo("a");
    assertThat(launchNamed(ada, LONGEST_NAME).name()).isEqualTo(LONGEST_NAME);
  }

  @Test
  void instances_are_found_by_name_by_their_owner_and_by_admins() {
    register("shop");
    Instance adas = launchNamed(ada, "pr-17");
    clock.advance(Duration.ofSeconds(1));
    Instance bobs = launchNamed(bob, "pr-17");
    launchNamed(ada, "pr-18");
    launch(ada, "shop");

    assertThat(control.instances().listNamed(ada, "pr-17")).containsExactly(adas);
    assertThat(control.instances().listNamed(bob, "pr-17")).containsExactly(bobs);
    assertThat(control.instances().listNamed(admin, "pr-17")).containsExactly(adas, bobs);
    assertThat(control.instances().listNamed(bob, "pr-18")).isEmpty();
  }

  @Test
  void an_instance_keeps_its_name_and_the_audit_log_tells_it() {
    register("shop");
    UUID id = untilPhase(InstancePhase.READY, launchNamed(ada, "pr-17").id()).id();
    control.instances().reset(ada, id);
    control.instances().refresh(ada, id, "");
    control.instances().extend(ada, id, Ttl.parse("9h"));
    assertThat(untilPhase(InstancePhase.READY, id).name()).isEqualTo("pr-17");
    control.instances().delete(ada, id);

    assertThat(control.auditLog().list(admin, 5, null))
        .extracting(event -> event.metadata().get("name"))
        .containsOnly("pr-17");
  }

  @Test
  void a_reset_makes_it_anew_at_the_same_endpoint_with_the_same_login() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    Credentials login = control.instances().credentials(ada, ready.id());
    register("shop");

    Instance reset = control.instances().reset(ada, ready.id());

    assertThat(reset.phase()).isIn(InstancePhase.PENDING, InstancePhase.PROVISIONING);
    assertThat(reset.spec().resetGeneration()).isEqualTo(1);
    assertThat(reset.spec().golden().version()).isEqualTo(1);
    assertRefused(
        ErrorCode.CREDENTIALS_NOT_READY, () -> control.instances().credentials(ada, ready.id()));
    Instance again = untilPhase(InstancePhase.READY, ready.id());
    assertThat(again.status().endpoint()).isEqualTo(ready.status().endpoint());
    assertThat(control.instances().credentials(ada, ready.id())).isEqualTo(login);
  }

  @Test
  void a_refresh_moves_to_the_latest_version_with_the_same_login() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    Credentials login = control.instances().credentials(ada, ready.id());
    register("shop");
    register("shop");

    Instance refreshed = control.instances().refresh(ada, ready.id(), "");

    assertThat(refreshed.spec().golden().version()).isEqualTo(3);
    assertThat(refreshed.spec().resetGeneration()).isZero();
    Instance again = untilPhase(InstancePhase.READY, ready.id());
    assertThat(again.status().endpoint()).isEqualTo(ready.status().endpoint());
    assertThat(control.instances().credentials(ada, ready.id())).isEqualTo(login);
  }

  @Test
  void a_refresh_can_move_to_another_golden() {
    register("shop");
    register("books");
    Instance ready = launchReady(ada, "shop");

    control.instances().refresh(ada, ready.id(), "books");

    Instance again = untilPhase(InstancePhase.READY, ready.id());
    assertThat(again.spec().golden().name()).isEqualTo("books");
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        "golden 'toys' has no visible ready version",
        () -> control.instances().refresh(ada, ready.id(), "toys"));
  }

  @Test
  void an_extension_moves_the_end_to_now_and_the_ttl() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    clock.advance(Duration.ofHours(7));

    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        () -> control.instances().extend(ada, ready.id(), Ttl.parse("30m")));
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        () -> control.instances().extend(ada, ready.id(), Ttl.parse("x")));
    Instance extended = control.instances().extend(ada, ready.id(), Ttl.parse("4h"));

    Instant end = clock.instant().truncatedTo(ChronoUnit.MILLIS).plus(Duration.ofHours(4));
    assertThat(extended.spec().expiresAt()).isEqualTo(end);
    assertThat(extended.spec().ttl()).hasToString("4h");
    assertThat(extended.phase()).isEqualTo(InstancePhase.READY);
    clock.advance(Duration.ofHours(3));
    control.runDueOnce();
    assertThat(control.instances().find(ada, ready.id()).phase()).isEqualTo(InstancePhase.READY);
    clock.advance(Duration.ofHours(1));
    untilGone(ready.id());
  }

  @Test
  void an_instance_ends_when_its_time_is_up_and_not_before() {
    register("shop");
    Instance ready = launchReady(ada, "shop");
    clock.set(ready.spec().expiresAt().minusMillis(1));
    control.runDueOnce();
    assertThat(control.instances().find(ada, ready.id()).phase()).isEqualTo(InstancePhase.READY);

    clock.set(ready.spec().expiresAt());
    untilGone(ready.id());

    assertThat(audited()).endsWith("instance.expired instance/" + ready.id());
    assertThat(control.auditLog().list(admin, 1, null).get(0).actorId()).isNull();
    assertThat(dataPlane.inventory().databases()).isEmpty();
  }

  @Test
  void a_deleted_instance_is_terminating_and_then_gone() {
    register("shop");
    Instance ready = launchReady(ada, "shop");

    control.instances().delete(ada, ready.id());
    control.instances().delete(ada, ready.id());

    Instance terminating = control.instances().find(ada, ready.id());
    assertThat(terminating.phase()).isEqualTo(InstancePhase.TERMINATING);
    assertThat(terminating.spec().desiredState()).isEqualTo(DesiredState.ABSENT);
    for (ThrowingCallable change : changesOf(ada, ready.id())) {
      assertRefused(ErrorCode.CONFLICT, change);
    }
    untilGone(ready.id());
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(ada, ready.id()));
    assertThat(dataPlane.inventory().databases()).isEmpty();
    assertThat(audited()).containsOnlyOnce("instance.destroyed instance/" + ready.id());
  }

  private List<ThrowingCallable> changesOf(Actor actor, UUID id) {
    return List.of(
        () -> control.instances().reset(actor, id),
        () -> control.instances().refresh(actor, id, ""),
        () -> control.instances().extend(actor, id, Ttl.parse("100h")));
  }

  @Test
  void an_instance_can_be_deleted_before_it_was_ever_looked_at() {
    register("shop");
    Instance pending = launch(ada, "shop");

    control.instances().delete(ada, pending.id());

    untilGone(pending.id());
    assertThat(dataPlane.inventory().databases()).isEmpty();
  }

  @Test
  void a_member_acts_on_its_own_instances_alone() {
    register("shop");
    Instance adas = launchReady(ada, "shop");
    launchReady(bob, "shop");
    List<String> before = audited();

    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().find(bob, adas.id()));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().credentials(bob, adas.id()));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().delete(bob, adas.id()));
    for (ThrowingCallable change : changesOf(bob, adas.id())) {
      assertRefused(ErrorCode.FORBIDDEN, change);
    }

    assertThat(control.instances().find(ada, adas.id())).isEqualTo(adas);
    assertThat(control.instances().list(ada)).containsExactly(adas);
    assertThat(audited()).isEqualTo(before);
  }

  @Test
  void an_admin_acts_on_every_instance_but_reads_no_credentials() {
    register("shop");
    Instance adas = launchReady(ada, "shop");

    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().credentials(admin, adas.id()));
    control.instances().reset(admin, adas.id());
    control.instances().refresh(admin, adas.id(), "");
    control.instances().extend(admin, adas.id(), Ttl.parse("100h"));
    assertThat(control.instances().list(admin)).hasSize(1);
    control.instances().delete(admin, adas.id());

    untilGone(adas.id());
  }

  @Test
  void what_does_not_exist_is_not_found() {
    UUID unknown = UUID.randomUUID();

    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(ada, unknown));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().credentials(ada, unknown));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().delete(ada, unknown));
    for (ThrowingCallable change : changesOf(ada, unknown)) {
      assertRefused(ErrorCode.NOT_FOUND, change);
    }
  }

  @Test
  void who_waits_for_an_instance_is_told_when_it_is_ready() throws Exception {
    register("shop");
    Instance pending = launch(ada, "shop");
    CompletableFuture<Instance> settled =
        control.instances().awaitSettled(ada, pending.id(), Duration.ofMinutes(8));
    assertThat(settled).isNotDone();

    Instance ready = untilPhase(InstancePhase.READY, pending.id());

    assertThat(settled.get(1, TimeUnit.MINUTES)).isEqualTo(ready);
  }
}

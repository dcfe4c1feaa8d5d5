package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolsTest {
  private static final Instances.Launch LAUNCH =
      new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0);

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_launch_claims_a_warm_clone_and_is_ready_in_its_own_answer() {
    UUID pool = pool(2);
    assertThat(ready(pool)).isEqualTo(2);
    assertThat(control.instances().list(admin)).isEmpty();
    assertThat(control.quotas().of(admin).activeInOrg()).isZero();

    Instance launched = control.instances().launch(admin, LAUNCH);
    assertThat(launched.phase()).isEqualTo(InstancePhase.READY);
    assertThat(launched.ownerId()).isEqualTo(admin.userId());
    assertThat(launched.spec().expiresAt())
        .isEqualTo(fixture.clock.instant().plus(Duration.ofHours(1)));
    assertThat(control.quotas().of(admin).activeOwned()).isEqualTo(1);
    assertThat(control.instances().credentials(admin, launched.id()).password()).isNotEmpty();

    refill();
    assertThat(ready(pool)).isEqualTo(2);
  }

  @Test
  void a_claimed_clone_has_the_name_of_the_launch_and_none_is_claimed_for_a_name_that_is_taken() {
    UUID pool = pool(2);

    Instance named = control.instances().launch(admin, LAUNCH.named("pr-17"));
    assertThat(named.phase()).isEqualTo(InstancePhase.READY);
    assertRefused(
        ErrorCode.INSTANCE_NAME_TAKEN,
        () -> control.instances().launch(admin, LAUNCH.named("pr-17")));

    assertThat(control.instances().listNamed(admin, "pr-17"))
        .singleElement()
        .isEqualTo(control.instances().find(admin, named.id()));
    assertThat(ready(pool)).isEqualTo(1);
  }

  @Test
  void an_instance_names_the_namespace_of_the_settings_warm_or_not() {
    try (InMemoryStore store = new InMemoryStore();
        ControlPlane elsewhere =
            ControlPlane.builder()
                .store(store)
                .dataPlane(new FakeDataPlane("elsewhere"))
                .settings(Settings.DEFAULTS.inNamespace("team-a"))
                .build()) {
      Actor owner = elsewhere.admin();
      elsewhere.goldens().register(owner, RegisterVersion.of("shop", Substrate.POSTGRES, "v1"));
      elsewhere.pools().create(owner, new Pools.Create("shop", 0, InstanceSize.SMALL, 1));
      await("nothing is due").until(() -> elsewhere.runDueOnce() == 0);

      Instance warm = elsewhere.instances().launch(owner, LAUNCH);
      Instance cold = elsewhere.instances().launch(owner, LAUNCH);

      assertThat(warm.phase()).isEqualTo(InstancePhase.READY);
      assertThat(cold.phase()).isEqualTo(InstancePhase.PENDING);
      assertThat(List.of(warm, cold))
          .extracting(one -> one.spec().namespace())
          .containsOnly("team-a");
    }
  }

  @Test
  void a_launch_of_another_size_is_made_afresh() {
    pool(1);
    Instance launched =
        control
            .instances()
            .launch(admin, new Instances.Launch("shop", InstanceSize.LARGE, Ttl.parse("1h"), 0));
    assertThat(launched.phase()).isEqualTo(InstancePhase.PENDING);
  }

  @Test
  void a_claim_is_held_to_the_quota() {
    pool(1);
    control.quotas().change(admin, new Quotas.Change(1, 0));
    control.instances().launch(admin, LAUNCH);
    refill();
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> control.instances().launch(admin, LAUNCH));
  }

  @Test
  void a_pool_follows_the_latest_version() {
    UUID pool = pool(2);
    fixture.golden("shop");
    assertThat(control.pools().find(admin, pool).goldenVersion()).isEqualTo(2);
    assertThat(ready(pool)).isZero();
    refill();
    assertThat(ready(pool)).isEqualTo(2);
    assertThat(fixture.dataPlane.inventory().databases()).hasSize(2);
    assertThat(control.instances().launch(admin, LAUNCH).spec().golden().version()).isEqualTo(2);
  }

  @Test
  void a_pool_is_drained_by_target_zero_and_torn_down_with_its_deletion() {
    UUID pool = pool(3);
    control.pools().resize(admin, pool, 1);
    refill();
    assertThat(ready(pool)).isEqualTo(1);
    control.pools().resize(admin, pool, 0);
    refill();
    assertThat(ready(pool)).isZero();
    control.pools().resize(admin, pool, 2);
    refill();
    control.pools().delete(admin, pool);
    refill();
    assertThat(fixture.dataPlane.inventory().databases()).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.pools().find(admin, pool));
  }

  @Test
  void a_pool_pins_its_golden_even_against_force() {
    UUID goldenId = fixture.golden("shop").goldenId();
    UUID pool = create(1);
    refill();
    assertRefused(
        ErrorCode.GOLDEN_REFERENCED, () -> control.goldens().delete(admin, goldenId, true));
    assertRefused(
        ErrorCode.GOLDEN_REFERENCED, () -> control.goldens().delete(admin, goldenId, false));
    control.pools().delete(admin, pool);
    control.goldens().delete(admin, goldenId, false);
    refill();
    assertThat(control.goldens().list(admin)).isEmpty();
  }

  @Test
  void a_warm_clone_does_not_expire_before_it_is_claimed() {
    UUID pool = pool(1);
    fixture.clock.advance(Duration.ofDays(400));
    refill();
    assertThat(ready(pool)).isEqualTo(1);
    Instance claimed = control.instances().launch(admin, LAUNCH);
    fixture.clock.advance(Duration.ofHours(1));
    refill();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(admin, claimed.id()));
  }

  @Test
  void a_warm_clone_is_no_instance_to_anybody_before_it_is_claimed() {
    pool(1);
    UUID warm = fixture.dataPlane.inventory().databases().iterator().next();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(admin, warm));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().reset(admin, warm));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().delete(admin, warm));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().credentials(admin, warm));
    assertThat(control.instances().launch(admin, LAUNCH).id()).isEqualTo(warm);
    assertThat(control.instances().find(admin, warm).ownerId()).isEqualTo(admin.userId());
  }

  @Test
  void a_failed_warm_clone_is_replaced() {
    fixture.golden("shop");
    fixture.dataPlane.failNextDatabase("the disk hiccuped");
    UUID pool = create(1);
    refill();
    refill();
    assertThat(ready(pool)).isEqualTo(1);
  }

  @Test
  void a_pool_of_a_damaged_golden_says_why_and_tries_ever_more_rarely() {
    fixture.golden("shop");
    for (int i = 0; i < 100; i++) {
      fixture.dataPlane.failNextDatabase("the volume is damaged");
    }
    UUID pool = create(1);
    refill();
    assertThat(message(pool)).isEqualTo("the volume is damaged");

    passHours(1);
    int tries = fixture.dataPlane.ensuredDatabases().size();
    passHours(1);

    assertThat(fixture.dataPlane.ensuredDatabases()).hasSizeBetween(tries + 10, tries + 13);
    assertThat(tries).isLessThan(20);
    assertThat(ready(pool)).isZero();
    assertThat(message(pool)).isEqualTo("the volume is damaged");
  }

  @Test
  void a_new_version_is_tried_at_once_and_the_message_goes() {
    fixture.golden("shop");
    for (int i = 0; i < 8; i++) {
      fixture.dataPlane.failNextDatabase("the volume is damaged");
    }
    UUID pool = create(1);
    passHours(1);
    while (fixture.dataPlane.ensuredDatabases().size() < 8) {
      passHours(1);
    }
    fixture.golden("shop");
    refill();

    assertThat(ready(pool)).isEqualTo(1);
    assertThat(message(pool)).isEmpty();
  }

  @Test
  void a_pool_whose_clones_wait_for_something_says_for_what() {
    fixture.golden("shop");
    fixture.dataPlane.blockDatabases("port 20001 is taken by another program");
    UUID pool = create(1);
    refill();
    assertThat(message(pool)).isEqualTo("port 20001 is taken by another program");

    fixture.dataPlane.unblockDatabases();
    refill();
    assertThat(ready(pool)).isEqualTo(1);
    assertThat(message(pool)).isEmpty();
  }

  private String message(UUID pool) {
    return control.pools().find(admin, pool).pool().health().message();
  }

  private void passHours(int hours) {
    for (int i = 0; i < 60 * hours; i++) {
      refill();
    }
  }

  @Test
  void a_pool_of_an_unknown_golden_or_version_is_refused() {
    assertRefused(ErrorCode.INVALID_INPUT, () -> create(1));
    fixture.golden("shop");
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.pools().create(admin, new Pools.Create("shop", 7, InstanceSize.SMALL, 1)));
    assertRefused(ErrorCode.INVALID_INPUT, () -> create(0));
    assertRefused(ErrorCode.INVALID_INPUT, () -> create(101));
  }

  private UUID pool(int target) {
    fixture.golden("shop");
    UUID pool = create(target);
    refill();
    return pool;
  }

  private UUID create(int target) {
    return control
        .pools()
        .create(admin, new Pools.Create("shop", 0, InstanceSize.SMALL, target))
        .pool()
        .id();
  }

  private int ready(UUID pool) {
    return control.pools().find(admin, pool).ready();
  }

  /** Runs the loop for one minute of the clock. */
  private void refill() {
    for (int i = 0; i < 6; i++) {
      fixture.settle();
      fixture.clock.advance(Duration.ofSeconds(10));
    }
    fixture.settle();
  }
}

package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Sources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of two servers with a shared data plane: they share the work, and one takes over from
 * the other.
 */
public abstract class TwoServersContract extends TwoServersFixture {
  private static final int ROUNDS = 10;
  private static final int MOST_LAUNCHES = 40;
  private static final Duration ALMOST = WorkItem.LEASE.minusMillis(1);

  private final SharedDataPlane.SharedState shared = new SharedDataPlane.SharedState("shared");
  private final SharedDataPlane oneSide = new SharedDataPlane(shared);
  private final SharedDataPlane otherSide = new SharedDataPlane(shared);
  private ControlPlane one;
  private ControlPlane other;

  @BeforeEach
  final void start() {
    one = server(oneSide);
    other = server(otherSide);
    register(one, "shop");
  }

  @Test
  void both_serve_and_share_the_row_of_their_cluster() {
    assertThat(one.clusters().list(admin)).hasSize(1);
    UUID instance = launch(one, 1).get(0);
    settle(other);
    assertThat(one.instances().find(admin, instance).phase()).isEqualTo(InstancePhase.READY);
    assertThat(one.instances().credentials(admin, instance))
        .isEqualTo(other.instances().credentials(admin, instance));
  }

  @Test
  void work_that_both_see_at_once_is_done_once() throws Exception {
    List<UUID> launched = launch(one, 40);
    CompletableFuture.allOf(
            CompletableFuture.runAsync(() -> settle(one)),
            CompletableFuture.runAsync(() -> settle(other)))
        .get(2, TimeUnit.MINUTES);

    assertThat(launched).allMatch(id -> shared.ensured(id) == 1);
    assertThat(shared.ensuredConcurrently()).isEmpty();
    settle(one);
    assertThat(phases(one)).containsExactly(InstancePhase.READY);
  }

  @Test
  void launches_at_the_instant_of_their_members_removal_leave_nothing_running() throws Exception {
    one.goldens().share(admin, one.goldens().list(admin).get(0).golden().id(), true);
    for (int round = 0; round < ROUNDS; round++) {
      Actor member = join("member-" + round + "@example.com");
      CompletableFuture<Void> launching =
          CompletableFuture.runAsync(() -> launchWhileAllowed(member));
      CompletableFuture<Void> removing =
          CompletableFuture.runAsync(() -> one.members().remove(admin, member.userId()));
      CompletableFuture.allOf(launching, removing).get(2, TimeUnit.MINUTES);
    }

    assertThat(other.instances().list(admin))
        .extracting(Instance::phase)
        .allMatch(phase -> phase == InstancePhase.TERMINATING);
  }

  private Actor join(String email) {
    User user =
        new User(
            UUID.randomUUID(),
            admin.orgId(),
            email,
            "",
            Role.USER,
            UserStatus.ACTIVE,
            null,
            clock.instant());
    stores().get(0).useTransaction(tx -> tx.users().insert(user));
    return new Actor(user.id(), user.orgId(), user.role());
  }

  private void launchWhileAllowed(Actor member) {
    Instances.Launch command = new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0);
    try {
      for (int i = 0; i < MOST_LAUNCHES; i++) {
        other.instances().launch(member, command);
      }
    } catch (ControlPlaneException refused) {
      assertThat(refused.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
    }
  }

  @Test
  void of_launches_under_one_name_at_once_on_both_one_is_accepted() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "pr-" + round;
      CompletableFuture<Boolean> launch =
          CompletableFuture.supplyAsync(() -> isLaunched(one, name));
      CompletableFuture<Boolean> second =
          CompletableFuture.supplyAsync(() -> isLaunched(other, name));

      assertThat(List.of(launch.get(2, TimeUnit.MINUTES), second.get(2, TimeUnit.MINUTES)))
          .containsExactlyInAnyOrder(true, false);
      assertThat(one.instances().listNamed(admin, name)).hasSize(1);
    }
  }

  private boolean isLaunched(ControlPlane server, String name) {
    try {
      server
          .instances()
          .launch(admin, Instances.Launch.latest("shop", Ttl.parse("8h")).named(name));
      return true;
    } catch (ControlPlaneException refused) {
      assertThat(refused.code()).isEqualTo(ErrorCode.INSTANCE_NAME_TAKEN);
      return false;
    }
  }

  @Test
  void with_all_their_threads_nothing_is_done_twice() {
    one.start();
    other.start();
    List<UUID> launched = launch(one, 20);
    launched.forEach(
        id ->
            assertThat(
                    other.instances().awaitSettled(admin, id, Duration.ofMinutes(8)).join().phase())
                .isEqualTo(InstancePhase.READY));
    assertThat(launched).allMatch(id -> shared.ensured(id) == 1);
    assertThat(shared.ensuredConcurrently()).isEmpty();
  }

  @Test
  void what_a_killed_server_held_is_taken_over_when_its_lease_is_over_and_not_before() {
    UUID held = launch(one, 1).get(0);
    oneSide.killServerAtWork();
    assertThatThrownBy(one::runDueOnce).isInstanceOf(SharedDataPlane.ServerKilled.class);
    List<UUID> free = launch(other, 5);

    clock.advance(ALMOST);
    settle(other);
    assertThat(shared.ensured(held)).isZero();
    assertThat(free)
        .allMatch(id -> other.instances().find(admin, id).phase() == InstancePhase.READY);

    clock.advance(Duration.ofMillis(1));
    settle(other);
    assertThat(phases(other)).containsExactly(InstancePhase.READY);
    assertThat(shared.ensured(held)).isEqualTo(1);
  }

  @Test
  void an_import_goes_on_at_the_step_where_its_server_was_killed() {
    Sources.Create source =
        new Sources.Create(SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "s");
    UUID sourceId = one.sources().create(admin, source).id();
    shared.dataPlane.holdImports();
    UUID job = one.imports().start(admin, new Imports.Start(sourceId, "crm", null)).id();
    settle(one);
    shared.dataPlane.finishStep(job);
    oneSide.killServerAtWork();
    assertThatThrownBy(() -> settle(one)).isInstanceOf(SharedDataPlane.ServerKilled.class);

    shared.dataPlane.releaseImports();
    clock.advance(WorkItem.LEASE);
    settle(other);
    assertThat(other.imports().find(admin, job).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(shared.dataPlane.ensuredSteps(job)).doesNotHaveDuplicates();
  }

  @Test
  void a_deletion_whose_server_was_killed_is_finished() {
    UUID instance = launch(one, 1).get(0);
    settle(one);
    one.instances().delete(admin, instance);
    oneSide.killServerAtWork();
    assertThatThrownBy(one::runDueOnce).isInstanceOf(SharedDataPlane.ServerKilled.class);

    clock.advance(WorkItem.LEASE);
    settle(other);
    clock.advance(Duration.ofSeconds(1));
    settle(other);
    assertThat(other.instances().list(admin)).isEmpty();
    assertThat(shared.dataPlane.inventory().databases()).isEmpty();
  }

  @Test
  void a_server_that_stood_still_for_longer_than_its_lease_undoes_nothing() throws Exception {
    UUID instance = launch(one, 1).get(0);
    oneSide.freezeServerAtWork();
    CompletableFuture<Integer> looking = CompletableFuture.supplyAsync(one::runDueOnce);
    oneSide.awaitFrozen();

    clock.advance(WorkItem.LEASE);
    settle(other);
    assertThat(phases(other)).containsExactly(InstancePhase.READY);
    other.instances().reset(admin, instance);
    settle(other);

    oneSide.thaw();
    looking.get(2, TimeUnit.MINUTES);
    settle(one);
    settle(other);
    assertThat(phases(one)).containsExactly(InstancePhase.READY);
    assertThat(shared.dataPlane.databases().observe(instance).generation()).isEqualTo(1);
  }
}

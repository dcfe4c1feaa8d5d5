package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Goldens.RegisteredVersion;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden versions that refer to database snapshots. */
class RegisteredSnapshotsTest extends DatabasesFixture {
  private static final Duration GRACE = Duration.ofHours(24);

  private UUID taken;

  RegisteredSnapshotsTest() {
    settings = settings.withDeleteGrace(GRACE);
  }

  @BeforeEach
  void prepare() {
    create("shop");
    settle();
    taken = takeOf("shop");
  }

  private UUID takeOf(String database) {
    UUID id = take(database, "monday").id();
    settle();
    return id;
  }

  private RegisteredVersion register(String golden, String handle) {
    return control.goldens().register(ada, RegisterVersion.of(golden, Substrate.POSTGRES, handle));
  }

  private RegisteredVersion register(String golden, UUID snapshot) {
    return register(golden, "snapshot:" + snapshot);
  }

  private void launch(String golden) {
    control.instances().launch(ada, Instances.Launch.latest(golden, Duration.ofHours(1)));
    settle();
  }

  private static void requireReferenced(Executable attempt) {
    ControlPlaneException refusal = refusal(attempt);
    assertThat(refusal.code()).isEqualTo(ErrorCode.SNAPSHOT_REFERENCED);
    assertThat(refusal).hasMessage("snapshot is still referenced by golden 'tea'");
  }

  private void requireUnusable(String handle, String problem) {
    ControlPlaneException refusal = refusal(() -> register("lost", handle));
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    assertThat(refusal).hasMessageContaining("vsc_handle").hasMessageContaining(problem);
    assertThat(control.goldens().list(ada)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1-1-1-1-1", "3fa85f64-5717-4562-b3fc-2c963f66afa6"})
  void one_that_is_not_there_is_not_registered(String id) {
    requireUnusable("snapshot:" + id, "is not a snapshot of a database");
  }

  @Test
  void one_that_is_not_ready_is_not_registered() {
    DatabaseSnapshot creating = take("shop", "tuesday");

    assertThat(creating.phase()).isEqualTo(Phase.CREATING);
    requireUnusable("snapshot:" + creating.id(), "is creating, not ready");
  }

  @Test
  void one_that_is_being_deleted_or_whose_database_was_deleted_is_not_registered() {
    UUID hidden = taken;
    create("tea");
    settle();
    UUID dropped = takeOf("tea");
    control.snapshots().delete(ada, dropped);
    databases.delete(ada, "shop", false);

    requireUnusable("snapshot:" + dropped, "is deleting, not ready");
    requireUnusable("snapshot:" + hidden, "is not a snapshot of a database");
  }

  @Test
  void one_of_another_engine_is_not_registered() {
    databases.create(
        ada, new Databases.Create("mice", DatabaseType.MYSQL, "8.0", DatabaseConfig.DEFAULT));
    settle();

    requireUnusable(
        "snapshot:" + takeOf("mice"),
        "is from a mysql database, but the golden's substrate is postgres");
  }

  @Test
  void a_snapshot_that_a_golden_needs_is_kept_and_so_is_its_database() {
    register("tea", taken);

    requireReferenced(() -> control.snapshots().delete(ada, taken));
    requireReferenced(() -> databases.delete(ada, "shop", true));
    assertThat(control.snapshots().find(ada, taken)).isPresent();
  }

  @Test
  void a_branch_whose_snapshot_a_golden_needs_is_not_deleted_with_the_others() {
    branch("shop", "next");
    settle();
    register("tea", takeOf("next"));

    requireReferenced(() -> databases.deleteBranches(ada, "shop"));
  }

  @Test
  void the_owner_of_a_snapshot_that_a_golden_needs_is_not_removed() {
    Actor eve = member("eve@example.com");
    databases.create(eve, postgres("evening"));
    settle();
    DatabaseSnapshot hers =
        control.snapshots().take(eve, "evening", new Snapshots.Take("monday", ""));
    settle();
    register("tea", hers.id());

    requireReferenced(() -> control.members().remove(ada, eve.userId()));
    assertThat(control.members().find(ada, eve.userId()).isActive()).isTrue();
  }

  @Test
  void a_golden_that_can_be_restored_needs_its_snapshot_until_it_is_removed() {
    RegisteredVersion golden = register("tea", taken);
    control.goldens().delete(ada, golden.goldenId(), false);
    settle();

    requireReferenced(() -> control.snapshots().delete(ada, taken));

    control.deletions().delete(ada, golden.goldenId());
    control.snapshots().delete(ada, taken);
    settle();
    assertThat(control.snapshots().find(ada, taken)).isEmpty();
  }

  @Test
  void a_launch_under_way_needs_the_snapshot_until_the_clone_is_ready() {
    register("tea", taken);
    UUID clone =
        control.instances().launch(ada, Instances.Launch.latest("tea", Duration.ofHours(1))).id();

    requireReferenced(() -> control.snapshots().delete(ada, taken));

    settle();
    control.instances().delete(ada, clone);
    settle();
    control.snapshots().delete(ada, taken);
    databases.delete(ada, "shop", false);
  }

  @Test
  void a_later_version_needs_its_own_snapshot_though_the_first_was_cloned() {
    register("tea", taken);
    launch("tea");
    UUID second = takeOf("shop");
    register("tea", second);

    control.snapshots().delete(ada, taken);
    requireReferenced(() -> control.snapshots().delete(ada, second));
  }
}

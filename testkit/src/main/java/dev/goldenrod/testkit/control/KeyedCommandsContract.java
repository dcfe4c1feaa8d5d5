package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of idempotent commands with a key of the client. */
public abstract class KeyedCommandsContract extends TwoServersFixture {
  private static final Ttl DAY = Ttl.parse("24h");
  private static final Databases.Branch NEXT = new Databases.Branch("next", "to try");

  private ControlPlane first;
  private ControlPlane second;
  private UUID clone;

  @BeforeEach
  void launch() {
    first = server(new FakeDataPlane());
    second = server(new FakeDataPlane());
    register(first, "shop");
    clone = launch(first, 1).get(0);
    settle(first);
  }

  private void createMain() {
    first
        .databases()
        .create(
            admin,
            new Databases.Create("main", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    settle(first);
  }

  @Test
  void a_repeated_reset_finds_the_instance_as_the_first_one_left_it() {
    first.instances().reset(admin, clone, Idempotency.key("k"));
    settle(first);

    Instance again = second.instances().reset(admin, clone, Idempotency.key("k"));

    assertThat(again).isEqualTo(first.instances().find(admin, clone));
    assertThat(again.spec().resetGeneration()).isEqualTo(1);
  }

  @Test
  void a_repeated_refresh_goes_on_to_no_later_version() {
    register(first, "shop");
    first.instances().refresh(admin, clone, "", Idempotency.key("k"));
    register(first, "shop");

    Instance again = second.instances().refresh(admin, clone, "", Idempotency.key("k"));

    assertThat(again.spec().golden().version()).isEqualTo(2);
  }

  @Test
  void a_repeated_extension_does_not_move_the_end_again() {
    Instance extended = first.instances().extend(admin, clone, DAY, Idempotency.key("k"));
    clock.advance(Duration.ofMinutes(1));

    Instance again = second.instances().extend(admin, clone, DAY, Idempotency.key("k"));

    assertThat(again.spec().expiresAt()).isEqualTo(extended.spec().expiresAt());
  }

  @Test
  void a_repeated_branch_is_the_first_one() {
    createMain();
    Database branch = first.databases().branch(admin, "main", NEXT, Idempotency.key("k"));

    assertThat(second.databases().branch(admin, "main", NEXT, Idempotency.key("k")))
        .isEqualTo(branch);
    assertThat(first.databases().branches(admin, "main")).containsExactly(branch);
  }

  @Test
  void so_is_one_of_a_snapshot() {
    createMain();
    UUID snapshot = first.snapshots().take(admin, "main", new Snapshots.Take("monday", "")).id();
    settle(first);
    Database branch = first.databases().branch(admin, snapshot, NEXT, Idempotency.key("k"));

    assertThat(second.databases().branch(admin, snapshot, NEXT, Idempotency.key("k")))
        .isEqualTo(branch);
    assertThat(first.databases().branches(admin, "main")).containsExactly(branch);
  }

  @Test
  void a_repeated_promotion_finds_the_database_under_the_name_that_it_took() {
    createMain();
    first.databases().branch(admin, "main", NEXT);
    settle(first);
    Database promoted = first.databases().promote(admin, "next", Idempotency.key("k"));

    Database again = second.databases().promote(admin, "next", Idempotency.key("k"));

    assertThat(again.id()).isEqualTo(promoted.id());
    assertThat(again.name()).isEqualTo("main");
    assertThat(first.databases().branches(admin, "main"))
        .extracting(Database::name)
        .containsExactly("main-old-1");
  }

  @Test
  void a_key_stands_for_one_command_on_one_resource() {
    first.instances().reset(admin, clone, Idempotency.key("k"));

    requireReused(() -> second.instances().reset(admin, UUID.randomUUID(), Idempotency.key("k")));
    requireReused(() -> second.instances().refresh(admin, clone, "", Idempotency.key("k")));
    requireReused(() -> second.instances().extend(admin, clone, DAY, Idempotency.key("k")));
    requireReused(() -> second.databases().branch(admin, "main", NEXT, Idempotency.key("k")));
    requireReused(() -> second.databases().branch(admin, clone, NEXT, Idempotency.key("k")));
    requireReused(() -> second.databases().promote(admin, "next", Idempotency.key("k")));
  }

  @Test
  void a_command_that_is_refused_leaves_its_key_free() {
    assertThatThrownBy(() -> first.databases().branch(admin, "main", NEXT, Idempotency.key("k")))
        .isInstanceOf(ControlPlaneException.class);
    createMain();

    assertThat(first.databases().branch(admin, "main", NEXT, Idempotency.key("k")).name())
        .isEqualTo("next");
  }

  private static void requireReused(ThrowingCallable command) {
    assertThatThrownBy(command)
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
  }
}

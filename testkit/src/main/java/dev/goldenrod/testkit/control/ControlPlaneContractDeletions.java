package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Deletions.Deleted;
import dev.goldenrod.control.Settings;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseState;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of the control plane: deletion with a grace period and restoring. */
public abstract class ControlPlaneContractDeletions extends ControlPlaneContractPart {
  private static final Duration GRACE = Duration.ofHours(24);

  @BeforeEach
  final void keepWhatIsDeleted() {
    control.close();
    control = builder().settings(Settings.DEFAULTS.withDeleteGrace(GRACE)).build();
  }

  @Test
  void a_deleted_golden_can_be_restored_with_its_versions_and_launched_from() {
    UUID golden = register("shop").goldenId();
    register("shop");

    control.goldens().delete(admin, golden, false);
    assertThat(control.goldens().list(admin)).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.goldens().versions(admin, golden));
    assertThat(control.deletions().list(ada)).isEmpty();
    control.deletions().restore(admin, golden, "");

    assertThat(control.goldens().versions(ada, golden))
        .extracting(GoldenVersion::number)
        .containsExactly(1, 2);
    launchReady(ada, "shop");
    assertThat(control.deletions().list(admin)).isEmpty();
    assertThat(audited()).contains("golden.deleted golden/" + golden);
    assertThat(audited()).contains("golden.restored golden/" + golden);
  }

  @Test
  void the_name_of_a_deleted_golden_is_free_and_it_comes_back_under_another_one() {
    UUID golden = register("shop").goldenId();
    control.goldens().delete(admin, golden, false);
    register("shop");

    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> control.deletions().restore(admin, golden, ""));
    control.deletions().restore(admin, golden, "shop-1");

    assertThat(control.goldens().list(admin))
        .extracting(summary -> summary.golden().name())
        .containsExactly("shop-1", "shop");
  }

  @Test
  void a_golden_is_removed_when_its_time_is_over() {
    UUID golden = register("shop").goldenId();
    control.goldens().delete(admin, golden, false);

    clock.advance(GRACE);

    until("the golden's row is gone", () -> goldenExists(golden), exists -> !exists);
    assertThat(control.deletions().list(admin)).isEmpty();
    assertThat(audited()).contains("golden.removed golden/" + golden);
  }

  private boolean goldenExists(UUID golden) {
    return store.inTransaction(tx -> tx.goldens().find(admin.orgId(), golden)).isPresent();
  }

  @Test
  void a_deleted_database_is_stopped_and_can_be_restored_with_its_login() {
    Database database = running("orders");
    Credentials login = control.databases().credentials(ada, database);

    control.databases().delete(ada, "orders", false);
    assertThat(control.databases().list(ada)).isEmpty();
    until("the database is stopped", () -> state(database), DatabaseState.STOPPED::equals);
    control.deletions().restore(ada, database.id(), "");
    Database restored = untilRunning("orders");

    assertThat(restored.id()).isEqualTo(database.id());
    assertThat(control.databases().credentials(ada, restored).password())
        .isEqualTo(login.password());
    assertThat(control.deletions().list(ada)).isEmpty();
  }

  @Test
  void a_deleted_database_is_its_owners_and_the_operators_to_restore() {
    Database database = running("orders");
    control.databases().delete(ada, "orders", false);

    assertThat(control.deletions().list(bob)).isEmpty();
    assertThat(control.deletions().list(ada)).extracting(Deleted::id).contains(database.id());
    assertThat(control.deletions().list(admin)).isEqualTo(control.deletions().list(ada));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.deletions().restore(bob, database.id(), ""));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.deletions().delete(bob, database.id()));
  }

  @Test
  void a_database_is_removed_when_its_time_is_over_and_when_that_is_asked_for() {
    Database first = running("first");
    Database second = running("second");
    control.databases().delete(ada, "first", false);
    control.databases().delete(ada, "second", false);

    control.deletions().delete(ada, second.id());
    until("the second is gone", () -> state(second), DatabaseState.ABSENT::equals);
    assertThat(state(first)).isNotEqualTo(DatabaseState.ABSENT);
    clock.advance(GRACE);
    until("the first is gone", () -> state(first), DatabaseState.ABSENT::equals);

    until("both rows are gone", this::databaseRows, rows -> rows == 0);
    assertRefused(ErrorCode.NOT_FOUND, () -> control.deletions().restore(ada, first.id(), ""));
  }

  private Database running(String name) {
    String version =
        dataPlane.engines().stream()
            .filter(EngineVersion::isAvailable)
            .filter(engine -> engine.type().equals(DatabaseType.POSTGRESQL.wireName()))
            .map(EngineVersion::version)
            .findFirst()
            .orElseThrow();
    control
        .databases()
        .create(
            ada,
            new Databases.Create(name, DatabaseType.POSTGRESQL, version, DatabaseConfig.DEFAULT));
    return untilRunning(name);
  }

  private Database untilRunning(String name) {
    return until(
        name + " is running",
        () -> control.databases().find(ada, name),
        now -> now.phase() == DatabasePhase.RUNNING);
  }

  private DatabaseState state(Database database) {
    return dataPlane.databases().observe(database.id()).state();
  }

  private int databaseRows() {
    return store.inTransaction(tx -> tx.databases().list(admin.orgId())).size();
  }
}

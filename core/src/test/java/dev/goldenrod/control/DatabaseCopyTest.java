package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Databases that are created from goldens. */
class DatabaseCopyTest extends DatabasesFixture {
  private static final String HANDLE = "handle-shop";
  private static final long GIBIBYTE = 1L << 30;

  private UUID golden;

  @Test
  void a_database_of_a_golden_is_one_like_any_other() {
    register(0);
    register(0);
    Actor eve = member("eve@example.com");
    control.goldens().share(ada, golden, true);

    Database accepted = databases.create(eve, DatabaseCopy.of("shop", "crm").withVersion(1));
    assertThat(accepted.template().type()).isEqualTo(DatabaseType.POSTGRESQL);
    assertThat(accepted.template().version()).isEmpty();
    settle();

    Database shop = databases.find(eve, "shop");
    assertThat(shop.phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(shop.template().version()).isEqualTo("17");
    assertThat(shop.hasParent()).isFalse();
    assertThat(shop.ancestry().golden()).isEqualTo(GoldenRef.unmasked(golden, "crm", 1));
    DatabaseSpec ensured = plane.ensuredDatabases().get(0);
    assertThat(ensured.origin())
        .isEqualTo(new Origin.Version(new VersionRef(golden, "crm", 1, HANDLE)));
    assertThat(ensured.name()).isEqualTo("shop");
    plane.write(databases.credentials(eve, shop), "tea");
    branch("shop", "try");
    take("shop", "monday");
    settle();
    databases.promote(eve, "try");
    settle();
    assertThat(plane.read(databases.credentials(eve, databases.find(eve, "shop"))))
        .isEqualTo("tea");
    assertThat(databases.find(eve, "shop").template().version()).isEqualTo("17");
    assertThat(audited()).contains("database.created", "database.branched", "database.promoted");
  }

  @Test
  void whoever_may_launch_no_clone_of_it_is_given_no_database() {
    register(0);
    Actor eve = member("eve@example.com");

    assertRefused(eve, DatabaseCopy.of("shop", "crm"), "golden 'crm' has no visible ready version");
    assertRefused(
        ada, DatabaseCopy.of("shop", "none"), "golden 'none' has no visible ready version");
    assertRefused(
        ada, DatabaseCopy.of("shop", "crm").withVersion(2), "golden 'crm' has no ready version 2");
    assertThat(refusal(() -> DatabaseCopy.of("shop", "crm").withVersion(-1)))
        .hasMessage("golden_version must not be negative");
  }

  @Test
  void it_counts_as_a_database_and_needs_a_free_name_and_space() {
    register(0);
    databases.create(ada, DatabaseCopy.of("shop", "crm"));
    assertThat(refusal(() -> databases.create(ada, DatabaseCopy.of("shop", "crm"))).code())
        .isEqualTo(ErrorCode.DATABASE_NAME_TAKEN);
    databases.create(ada, DatabaseCopy.of("two", "crm"));
    databases.create(ada, DatabaseCopy.of("three", "crm"));
    assertThat(refusal(() -> databases.create(ada, DatabaseCopy.of("four", "crm"))).code())
        .isEqualTo(ErrorCode.DATABASE_QUOTA_EXCEEDED);
    plane.exhaustStorage(true);
    assertThat(refusal(() -> databases.create(ada, DatabaseCopy.of("four", "crm"))).code())
        .isEqualTo(ErrorCode.STORAGE_EXHAUSTED);
  }

  @Test
  void it_has_at_least_the_storage_that_its_data_takes() {
    register(7 * GIBIBYTE);

    assertThat(created("one", null)).isEqualTo(Storage.G10);
    assertThat(created("two", Storage.G25)).isEqualTo(Storage.G25);
    assertRefused(
        ada,
        of("three", Storage.G5),
        "config.storage '5g' is less than the 7168 MiB of golden 'crm', version 1; use 10g or more");
    register(0);
    assertThat(created("three", null)).isEqualTo(DatabaseConfig.DEFAULT.storage());
  }

  @Test
  void what_no_storage_holds_is_given_the_most() {
    register(70 * GIBIBYTE);

    assertThat(created("one", null)).isEqualTo(Storage.G50);
    assertThat(created("two", Storage.G50)).isEqualTo(Storage.G50);
  }

  @Test
  void a_golden_stays_while_a_database_is_made_of_it_and_no_longer() {
    register(0);
    plane.holdDatabases();
    Database shop = databases.create(ada, DatabaseCopy.of("shop", "crm"));
    settle();

    assertThat(refusal(() -> control.goldens().delete(ada, golden, true)))
        .hasMessage(
            "database 'shop' is being created from golden 'crm'; try again when it is running, or delete it");
    plane.finishDatabase(shop.id());
    settle();
    control.goldens().delete(ada, golden, false);
    settle();

    assertThat(control.goldens().list(ada)).isEmpty();
    databases.restart(ada, "shop");
    settle();
    plane.releaseDatabases();
    settle();
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(databases.find(ada, "shop").ancestry().golden())
        .isEqualTo(GoldenRef.unmasked(golden, "crm", 1));
  }

  @Test
  void one_that_failed_holds_no_golden_back_and_cannot_be_made_without_it() {
    register(0);
    plane.failNextDatabase("out of luck");
    databases.create(ada, DatabaseCopy.of("shop", "crm"));
    settle();
    control.goldens().delete(ada, golden, false);
    settle();

    databases.start(ada, "shop");
    settle();

    Database shop = databases.find(ada, "shop");
    assertThat(shop.phase()).isEqualTo(DatabasePhase.FAILED);
    assertThat(shop.status().message())
        .isEqualTo(
            "its golden version was deleted; delete this database, and create it from another version");
  }

  @Test
  void one_that_failed_is_tried_again_before_its_golden_goes() {
    settings = settings.withDeleteGrace(Duration.ofHours(1));
    close();
    open(plane);
    register(0);
    plane.failNextDatabase("out of luck");
    Database shop = databases.create(ada, DatabaseCopy.of("shop", "crm"));
    settle();
    control.goldens().delete(ada, golden, false);
    plane.holdDatabases();
    databases.start(ada, "shop");
    settle();
    clock.advance(Duration.ofHours(2));
    settle();
    assertThat(goldenExists()).isTrue();

    plane.finishDatabase(shop.id());
    advance();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(goldenExists()).isFalse();
  }

  @Test
  void a_server_that_is_killed_goes_on_with_it() {
    register(0);
    plane.holdDatabases();
    Database shop = databases.create(ada, DatabaseCopy.of("shop", "crm"));
    settle();
    close();

    FakeDataPlane again = plane.restarted();
    open(again);
    again.releaseDatabases();
    advance();

    assertThat(databases.find(ada, shop.id())).isPresent();
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void a_repeated_request_finds_the_first_ones() {
    register(0);
    DatabaseCopy command = DatabaseCopy.of("shop", "crm");
    Database first = databases.create(ada, command, Idempotency.key("k"));
    settle();

    assertThat(databases.create(ada, command, Idempotency.key("k")).id()).isEqualTo(first.id());
    assertThat(
            refusal(() -> databases.create(ada, command.withVersion(1), Idempotency.key("k")))
                .code())
        .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
  }

  private void register(long bytes) {
    golden =
        control
            .goldens()
            .register(ada, new RegisterVersion("crm", Substrate.POSTGRES, "", HANDLE, bytes))
            .goldenId();
  }

  private boolean goldenExists() {
    return store.inTransaction(tx -> tx.goldens().find(ada.orgId(), golden).isPresent());
  }

  private static DatabaseCopy of(String name, @Nullable Storage storage) {
    return new DatabaseCopy(name, "crm", 0, Memory.M512, storage, Cpu.ONE, "");
  }

  private Storage created(String name, @Nullable Storage storage) {
    return databases.create(ada, of(name, storage)).template().config().storage();
  }

  private void assertRefused(Actor actor, DatabaseCopy command, String message) {
    assertThat(refusal(() -> databases.create(actor, command))).hasMessage(message);
  }
}

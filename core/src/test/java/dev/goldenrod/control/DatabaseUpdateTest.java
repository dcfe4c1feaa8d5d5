package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.Resources;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Changes of the resources and descriptions of databases. */
class DatabaseUpdateTest extends DatabasesFixture {
  private static final DatabaseUpdate MORE =
      new DatabaseUpdate(Memory.G1, Storage.G10, null, "for the sale");

  @Test
  void what_is_named_is_changed_and_the_rest_stays() {
    running();

    Database updated = databases.update(ada, "shop", MORE);

    assertThat(updated.template().config())
        .isEqualTo(new DatabaseConfig(Memory.G1, Storage.G10, Cpu.ONE));
    assertThat(updated.template().description()).isEqualTo("for the sale");
    assertThat(updated.phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(updated.isBeingResized()).isTrue();
  }

  @Test
  void a_running_database_goes_on_and_tells_what_takes_a_restart_until_there_was_one() {
    Database shop = running();

    databases.update(ada, "shop", MORE);
    control.runDueOnce();

    Database given = databases.find(ada, "shop");
    assertThat(given.phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(given.status().message()).isEqualTo("after its next restart: memory 1g (now 512m)");
    assertThat(plane.databases().resources(shop.id())).contains(new Resources(1024, 10240, 1000));

    databases.restart(ada, "shop");
    settle();
    assertThat(databases.find(ada, "shop").status().message()).isEmpty();
  }

  @Test
  void more_storage_alone_takes_no_restart() {
    running();

    databases.update(ada, "shop", new DatabaseUpdate(null, Storage.G10, null, null));
    control.runDueOnce();

    assertThat(databases.find(ada, "shop").status().message()).isEmpty();
  }

  @Test
  void a_stopped_database_stays_stopped_and_has_it_when_it_starts() {
    Database shop = running();
    databases.stop(ada, "shop");
    settle();

    databases.update(ada, "shop", MORE);
    control.runDueOnce();

    Database stopped = databases.find(ada, "shop");
    assertThat(stopped.phase()).isEqualTo(DatabasePhase.STOPPED);
    assertThat(stopped.status().message()).isEmpty();
    assertThat(plane.databases().resources(shop.id())).contains(new Resources(1024, 10240, 1000));
  }

  @Test
  void less_storage_is_refused_with_both_sizes() {
    running();
    DatabaseUpdate less = new DatabaseUpdate(Memory.G1, Storage.G1, null, null);

    ControlPlaneException refused = refusal(() -> databases.update(ada, "shop", less));

    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
    assertThat(refused).hasMessageContaining("'1g'").hasMessageContaining("5g");
    assertThat(databases.find(ada, "shop").template().config()).isEqualTo(DatabaseConfig.DEFAULT);
  }

  @Test
  void storage_grows_only_while_there_is_space() {
    running();
    plane.exhaustStorage(true);

    assertThat(refusal(() -> databases.update(ada, "shop", MORE)).code())
        .isEqualTo(ErrorCode.STORAGE_EXHAUSTED);
    databases.update(ada, "shop", new DatabaseUpdate(Memory.G1, Storage.G5, null, null));

    assertThat(databases.find(ada, "shop").template().config().memory()).isEqualTo(Memory.G1);
  }

  @Test
  void only_the_owner_and_admins_change_it() {
    running();
    Actor other = member("other@example.com");

    assertThat(refusal(() -> databases.update(other, "shop", MORE)).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  void one_that_is_being_deleted_is_not_changed() {
    running();
    plane.holdRemovals();
    databases.delete(ada, "shop", false);

    assertThat(refusal(() -> databases.update(ada, "shop", MORE)).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
  }

  @Test
  void each_change_is_audited_with_what_changed_and_none_is_not() {
    running();

    databases.update(ada, "shop", MORE);
    databases.update(ada, "shop", MORE);

    assertThat(control.auditLog().list(ada, 100, null))
        .filteredOn(event -> event.action().equals("database.updated"))
        .singleElement()
        .extracting(AuditEvent::metadata)
        .asString()
        .contains("memory=1g", "storage=10g", "description=true")
        .doesNotContain("cpu", "for the sale");
  }

  @Test
  void one_key_changes_it_once() {
    running();
    databases.update(ada, "shop", MORE, Idempotency.key("grow"));
    databases.update(ada, "shop", new DatabaseUpdate(Memory.G2, null, null, null));

    databases.update(ada, "shop", MORE, Idempotency.key("grow"));

    assertThat(databases.find(ada, "shop").template().config().memory()).isEqualTo(Memory.G2);
  }

  @Test
  void a_branch_has_what_its_parent_has_now() {
    running();
    databases.update(ada, "shop", MORE);

    assertThat(branch("shop", "shop-try").template().config().storage()).isEqualTo(Storage.G10);
  }

  @Test
  void it_is_answered_once_the_data_plane_has_it() throws Exception {
    running();
    Database updated = databases.update(ada, "shop", MORE);
    var answer = databases.awaitUpdated(updated, Duration.ofMinutes(8));

    control.runDueOnce();

    assertThat(answer.get().status().message()).contains("next restart");
  }

  private Database running() {
    Database shop = create("shop");
    settle();
    return shop;
  }
}

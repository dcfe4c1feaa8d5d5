package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.instance.Credentials;
import org.junit.jupiter.api.Test;

class ImageUpgradeTest extends DatabasesFixture {
  @Test
  void a_database_takes_the_image_that_is_configured_by_a_restart() {
    create("shop");
    settle();
    Credentials login = login("shop");
    plane.write(login, "tea");
    plane.configureImage(false);

    Database upgraded = databases.upgradeImage(ada, "shop", false);

    assertThat(upgraded.phase()).isEqualTo(DatabasePhase.RESTARTING);
    settle();
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(plane.read(login)).isEqualTo("tea");
    assertThat(audited()).containsExactly("database.created", "database.image.upgraded");
  }

  @Test
  void one_that_runs_in_it_is_not_restarted() {
    create("shop");
    settle();

    assertThat(databases.upgradeImage(ada, "shop", true).phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(audited()).containsExactly("database.created");
  }

  @Test
  void an_image_that_sorts_otherwise_is_refused_unless_indexes_may_be_built_anew() {
    create("shop");
    settle();
    plane.configureImage(true);

    assertThatThrownBy(() -> databases.upgradeImage(ada, "shop", false))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageContaining("image of database 'shop' was not upgraded", "reindex")
        .extracting(e -> ((ControlPlaneException) e).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);

    assertThat(databases.upgradeImage(ada, "shop", true).phase())
        .isEqualTo(DatabasePhase.RESTARTING);
  }

  @Test
  void a_stopped_one_is_refused_with_the_way_out() {
    create("shop");
    settle();
    databases.stop(ada, "shop");
    settle();
    plane.configureImage(false);

    assertThatThrownBy(() -> databases.upgradeImage(ada, "shop", false))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageContaining("it is stopped; its image can be upgraded only while it is running");
  }

  @Test
  void a_data_plane_that_is_away_is_told() {
    create("shop");
    settle();
    plane.goOffline();

    assertThatThrownBy(() -> databases.upgradeImage(ada, "shop", false))
        .isInstanceOf(ControlPlaneException.class)
        .extracting(e -> ((ControlPlaneException) e).code())
        .isEqualTo(ErrorCode.AGENT_OFFLINE);
    plane.comeOnline();
    plane.lose("no answer");
    assertThatThrownBy(() -> databases.upgradeImage(ada, "shop", false))
        .hasMessageContaining("no answer")
        .extracting(e -> ((ControlPlaneException) e).code())
        .isEqualTo(ErrorCode.DATA_PLANE_UNREACHABLE);
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void why_a_data_plane_that_is_there_cannot_be_asked_is_told() {
    create("shop");
    settle();
    plane.close();

    assertThatThrownBy(() -> databases.upgradeImage(ada, "shop", false))
        .hasMessageContainingAll("image of database 'shop' was not upgraded", "is closed")
        .extracting(e -> ((ControlPlaneException) e).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
  }
}

package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.DatabasePhase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseWaitsTest extends DatabasesFixture {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(5);

  @Test
  void a_database_is_waited_for_until_it_runs_and_until_it_is_gone() {
    control.start();
    create("shop");

    assertThat(databases.awaitRunning(ada, "shop", LONG).phase()).isEqualTo(DatabasePhase.RUNNING);

    databases.delete(ada, "shop", false);
    databases.awaitDeleted(ada, "shop", LONG);
    assertThat(databases.list(ada)).isEmpty();
    databases.awaitDeleted(ada, "shop", SHORT);
    assertRefused(ErrorCode.NOT_FOUND, () -> databases.awaitRunning(ada, "shop", LONG));
  }

  @Test
  void what_will_not_run_is_told_at_once() {
    create("shop");
    databases.delete(ada, "shop", false);

    assertThatThrownBy(() -> databases.awaitRunning(ada, "shop", LONG))
        .isInstanceOf(AwaitFailedException.class)
        .hasMessage("database 'shop' is deleting, not running");
  }

  @Test
  void what_lasts_too_long_is_told_with_where_it_stands() {
    create("shop");

    assertThatThrownBy(() -> databases.awaitRunning(ada, "shop", SHORT))
        .isInstanceOf(AwaitFailedException.class)
        .hasMessage("database 'shop' is still provisioning and not running after PT0.005S");
    assertThatThrownBy(() -> databases.awaitDeleted(ada, "shop", SHORT))
        .isInstanceOf(AwaitFailedException.class)
        .hasMessage("database 'shop' is still provisioning and not gone after PT0.005S");
  }
}

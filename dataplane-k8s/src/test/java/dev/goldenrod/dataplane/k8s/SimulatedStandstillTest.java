package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The script that suspends a database's server. */
@Timeout(900)
@Tag("slow")
class SimulatedStandstillTest extends SimulatedDatabaseFixture {

  @Test
  void it_is_of_one_copy_alone() {
    assertThat(standstill("stop 30 one")).isEmpty();
    assertThat(standstill("stop 30 other")).isEqualTo("taken");
    assertThat(standstill("continue other")).isEqualTo("over");
    assertThat(standstill("renew other")).isEqualTo("over");
    assertThat(standstill("continue one")).isEmpty();
    assertThat(standstill("continue one")).isEqualTo("over");

    assertThat(standstill("stop 1 killed")).isEmpty();
    await("the next one's turn").until(() -> standstill("stop 30 next").isEmpty());
    assertThat(standstill("continue killed")).isEqualTo("over");
    assertThat(standstill("continue next")).isEmpty();
  }

  @Test
  void it_is_over_soon_when_nobody_renews_it() throws SQLException {
    assertThat(standstill("stop 100000 killed 1")).isEmpty();

    await("the next one's turn").until(() -> standstill("stop 30 next").isEmpty());
    assertThat(standstill("renew killed")).isEqualTo("over");
    assertThat(standstill("continue next")).isEmpty();
    assertThat(PostgresValue.read(databases.login(spec))).isEmpty();
  }

  @Test
  void it_goes_on_while_it_is_renewed() {
    assertThat(standstill("stop 100000 alive 2")).isEmpty();

    await("it lasts longer than without")
        .during(Duration.ofSeconds(4))
        .until(() -> standstill("renew alive"), String::isEmpty);
    assertThat(standstill("continue alive")).isEmpty();
  }

  @Test
  void a_copy_whose_snapshot_takes_long_to_be_asked_for_is_taken() throws SQLException {
    PostgresValue.write(databases.login(spec), "copied");
    Duration silence = Duration.ofSeconds(2);
    reconnect(ShortTimes.withSilence(silence));
    namespace
        .cluster()
        .faults()
        .delay(Integer.MAX_VALUE, "patch", "volumesnapshots", silence.plusSeconds(1));

    DatabaseSpec copy = ObservedDatabases.of(new Origin.Database(spec.id()));
    databases.awaitReady(copy);

    assertThat(PostgresValue.read(databases.login(copy))).isEqualTo("copied");
  }

  private String standstill(String words) {
    String command = "/bin/sh %s/standstill.sh %s".formatted(PodLayout.CONFIGURATION, words);
    return new EnginePod(namespace.cluster().client(), NAMESPACE, "db-" + spec.id() + "-0")
        .output(List.of(command.split(" ")));
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(Duration.ofMinutes(8));
  }
}

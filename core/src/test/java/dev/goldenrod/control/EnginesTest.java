package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EnginesTest {
  private static final EngineVersion POSTGRES_15 =
      EngineVersion.available("postgresql", "15", Origin.INSTALLED);
  private static final EngineVersion POSTGRES_18 =
      EngineVersion.available("postgresql", "18", Origin.BUNDLED);
  private static final EngineVersion OTHER = EngineVersion.available("other", "1", Origin.IMAGE);

  private final ControlFixture fixture = new ControlFixture();
  private final Engines engines = fixture.control.engines();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void every_version_of_the_table_is_told_with_what_else_the_data_plane_knows_beside_its_type() {
    fixture.dataPlane.setEngines(List.of(POSTGRES_15, POSTGRES_18, OTHER));
    Actor ann = fixture.member("ann@localhost", Role.USER);

    List<EngineVersion> told = engines.list(ann).stream().map(Engines.Entry::version).toList();

    assertThat(told).hasSize(tableSize() + 2);
    assertThat(told.subList(3, 6)).containsExactly(POSTGRES_15, cannotRun("16"), POSTGRES_18);
    assertThat(told).last().isEqualTo(OTHER);
    assertThat(told).filteredOn(EngineVersion::isAvailable).hasSize(3);
  }

  @Test
  void a_cluster_that_is_offline_can_run_nothing_for_that_reason() {
    fixture.control.clusters().create(fixture.admin, "far-away");

    assertThat(ofCluster("fake")).allMatch(EngineVersion::isAvailable).hasSize(tableSize());
    assertThat(ofCluster("far-away"))
        .hasSize(tableSize())
        .allSatisfy(one -> assertThat(one.message()).isEqualTo("data-plane agent offline"));

    fixture.dataPlane.goOffline();
    assertThat(ofCluster("fake"))
        .hasSize(tableSize())
        .allSatisfy(one -> assertThat(one.message()).isEqualTo("data-plane agent offline"));
  }

  @Test
  void a_cluster_that_does_not_answer_can_run_nothing_for_that_reason() {
    String reason = "the agent did not answer engines within 5 seconds";
    fixture.dataPlane.lose(reason);

    assertThat(ofCluster("fake"))
        .hasSize(tableSize())
        .allSatisfy(one -> assertThat(one.message()).isEqualTo(reason));
  }

  private List<EngineVersion> ofCluster(String name) {
    return engines.list(fixture.admin).stream()
        .filter(entry -> entry.cluster().equals(name))
        .map(Engines.Entry::version)
        .toList();
  }

  private static int tableSize() {
    return Stream.of(DatabaseType.values()).mapToInt(type -> type.versions().size()).sum();
  }

  private static EngineVersion cannotRun(String version) {
    return EngineVersion.unavailable("postgresql", version, "this cluster cannot run this version");
  }
}

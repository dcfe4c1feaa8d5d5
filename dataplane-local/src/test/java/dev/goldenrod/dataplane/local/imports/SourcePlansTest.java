package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest clone has the same TPC-H query plans as its source with unusual settings. */
@Tag("slow")
class SourcePlansTest {
  private static final String DATABASE = "tpch";
  private static final Map<String, String> SERVER =
      Map.of(
          "effective_cache_size", "48MB",
          "max_parallel_workers_per_gather", "3",
          "min_parallel_index_scan_size", "0",
          "min_parallel_table_scan_size", "64kB",
          "parallel_setup_cost", "20",
          "parallel_tuple_cost", "0.01",
          "seq_page_cost", "0.9",
          "work_mem", "6MB");

  @TempDir static Path folder;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static ImportObservation end;
  private static TestPostgres clone;

  @BeforeAll
  static void import_once() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder, SERVER);
    source.create(DATABASE, "tpch.sql");
    try (Connection there = there()) {
      // An import creates tables and indexes anew, so they are as small as possible.
      Sql.runAll(there, List.of("REINDEX SCHEMA tpch", "VACUUM (ANALYZE)"));
    }
    ImportSpec spec =
        new ImportSpec(UUID.randomUUID(), DATABASE, 1, source.connection(DATABASE), "");
    end = machine.run(spec);
    assertThat(end.message()).isEmpty();
    clone = machine.start(VolumeNames.golden(spec.id()), InstanceSize.SMALL.resources());
  }

  @AfterAll
  static void end_everything() {
    if (source != null) {
      source.close();
    }
    machine.close();
  }

  @Test
  void the_plans_of_22_queries_are_the_sources() throws Exception {
    try (Connection there = there();
        Connection here = machine.login(clone, DATABASE)) {
      Map<String, String> expected = plans(there);
      assertThat(expected).hasSize(22);
      assertThat(expected.values()).anyMatch(plan -> plan.contains("Gather"));
      assertThat(plans(here)).isEqualTo(expected);
    }
  }

  @Test
  void settings_of_the_planner_are_the_sources() throws SQLException {
    List<String> names =
        Stream.concat(
                SERVER.keySet().stream(),
                Stream.of(
                    "default_statistics_target",
                    "enable_mergejoin",
                    "from_collapse_limit",
                    "hash_mem_multiplier",
                    "join_collapse_limit",
                    "random_page_cost"))
            .toList();
    try (Connection there = there();
        Connection here = machine.login(clone, DATABASE)) {
      for (String name : names) {
        assertThat(Sql.texts(here, "SELECT current_setting(?)", name))
            .as(name)
            .isEqualTo(Sql.texts(there, "SELECT current_setting(?)", name));
      }
    }
    assertThat(end.warnings()).isEmpty();
  }

  @Test
  void workers_are_those_of_the_size() throws SQLException {
    try (Connection here = machine.login(clone, DATABASE)) {
      assertThat(Sql.texts(here, "SHOW max_parallel_workers")).containsExactly("1");
    }
  }

  private static Connection there() throws SQLException {
    return source.connect(DATABASE, "tpch", "tpch");
  }

  /** Returns the plans by query. */
  private static Map<String, String> plans(Connection connection) throws SQLException, IOException {
    Map<String, String> plans = new TreeMap<>();
    for (String query : queries()) {
      plans.put(query, Sql.texts(connection, "EXPLAIN (FORMAT JSON, COSTS OFF) " + query).get(0));
    }
    return plans;
  }

  private static List<String> queries() throws IOException {
    try (var input =
        Objects.requireNonNull(
            SourcePlansTest.class.getResourceAsStream("/imports/tpch-queries.sql"))) {
      return List.of(new String(input.readAllBytes(), StandardCharsets.UTF_8).split(";\\s*\n"));
    }
  }
}

package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behavior of imports beyond the contract tests. */
@Tag("slow")
@Timeout(900)
class SimulatedImportsTest extends SimulatedImportFixture {

  @Test
  void the_drivers_snapshot_outlives_the_import_and_goes_with_the_version() {
    String handle = "";
    for (ImportPhase step : ImportPhase.values()) {
      if (step.isDataPlaneStep()) {
        handle = shop.run(plane, step).result().handle();
      }
    }
    String made = handle;
    assertThat(cluster.storage().hasSnapshot(made)).isTrue();
    await("the volume is gone").until(() -> cluster.storage().volumeHandles().isEmpty());

    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, made);
    await("the version is gone").until(() -> plane.versions().remove(version));

    await("the snapshot is gone").until(() -> !cluster.storage().hasSnapshot(made));
  }

  @Test
  void a_source_is_checked_without_an_import() {
    SourceCheck check = plane.sources().orElseThrow().check(spec.source());

    assertThat(check.version()).matches("\\d+\\..*");
    assertThat(check.tables()).isPositive();
    assertThat(plane.imports().observe(spec.id(), ImportPhase.PROBING).state())
        .isEqualTo(StepState.ABSENT);
    assertThat(plane.secrets()).isEmpty();
    assertThat(plane.secretCommand("shop"))
        .startsWith("kubectl -n " + NAMESPACE + " create secret generic shop ");
  }

  @Test
  void a_driver_may_take_hours_and_is_told_of() {
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    shop.run(plane, ImportPhase.IMPORTING);
    cluster.storage().holdSnapshots(true);
    plane.imports().ensure(spec, ImportPhase.SNAPSHOTTING);

    await("it is told")
        .until(
            () -> plane.imports().observe(spec.id(), ImportPhase.SNAPSHOTTING).message(),
            told -> told.startsWith("the driver has been taking VolumeSnapshot " + shop.name()));
    cluster.storage().holdSnapshots(false);

    assertThat(shop.awaitEnd(plane, ImportPhase.SNAPSHOTTING).state()).isEqualTo(StepState.DONE);
  }

  @Test
  void a_pod_that_no_node_takes_is_waited_for_and_told_of() {
    shop.run(plane, ImportPhase.PROBING);
    cluster.scheduler().obstruct("Insufficient memory");
    plane.imports().ensure(spec, ImportPhase.PROVISIONING);

    await("it is told")
        .until(
            () -> plane.imports().observe(spec.id(), ImportPhase.PROVISIONING).message(),
            told -> told.contains("no node takes the pod: 0/1 nodes are available"));
    cluster.scheduler().obstruct("");

    assertThat(shop.awaitEnd(plane, ImportPhase.PROVISIONING).state()).isEqualTo(StepState.DONE);
  }

  @Test
  void a_quota_that_is_exceeded_fails_the_step_by_its_name() {
    shop.run(plane, ImportPhase.PROBING);
    JsonObject quota =
        Tree.of("metadata", Tree.of("name", "few"), "spec", Tree.of("hard", Tree.of("pods", "0")));
    cluster.objects().create(ResourceType.QUOTA, NAMESPACE, quota);
    try {
      plane.imports().ensure(spec, ImportPhase.PROVISIONING);

      ImportObservation failed = shop.awaitEnd(plane, ImportPhase.PROVISIONING);
      assertThat(failed.state()).isEqualTo(StepState.FAILED);
      assertThat(failed.message()).contains("exceeded quota: few");
    } finally {
      cluster.objects().delete(ResourceType.QUOTA, NAMESPACE, "few", DeleteOptions.NONE);
    }
  }

  @Test
  void the_sources_password_is_in_no_object_no_argument_and_no_environment() {
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    plane.imports().ensure(spec, ImportPhase.IMPORTING);

    Set<String> seen = new TreeSet<>();
    await("the load has ended")
        .until(
            () -> {
              seen.addAll(processesThatTell("/goldenrod/scratch"));
              assertThat(processesThatTell(SourcePod.PASSWORD)).isEmpty();
              return plane.imports().observe(spec.id(), ImportPhase.IMPORTING).state()
                  != StepState.RUNNING;
            });
    assertThat(seen).as("tools of the import that were looked at").isNotEmpty();
    assertThat(cluster.objects().get(ResourceType.SECRET, NAMESPACE, shop.name()).toString())
        .doesNotContain(SourcePod.PASSWORD)
        .doesNotContain(base64(SourcePod.PASSWORD));
  }

  @Test
  void a_source_that_says_it_is_immense_is_refused_before_there_is_a_volume() throws SQLException {
    tellSize("LANGUAGE sql AS 'SELECT 1125899906842624'");
    try {
      plane.imports().ensure(spec, ImportPhase.PROBING);

      ImportObservation failed = shop.awaitEnd(plane, ImportPhase.PROBING);
      assertThat(failed.state()).isEqualTo(StepState.FAILED);
      assertThat(failed.message())
          .contains("of 1125899906842624 bytes", "smaller than 4096 GiB", "--kube-import-limit");
    } finally {
      tellSize("LANGUAGE internal STRICT AS 'pg_database_size_oid'");
    }
  }

  @Test
  void what_the_snapshot_step_warned_of_is_known_when_the_import_is_cleaned_up()
      throws SQLException {
    execute(
        """
        CREATE FUNCTION moody(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
        BEGIN
          IF session_user <> '%s' THEN RAISE EXCEPTION 'not for you'; END IF;
          RETURN i;
        END $$;
        CREATE TABLE moods (i int, j int);
        INSERT INTO moods SELECT i, i FROM generate_series(1, 100) i;
        CREATE STATISTICS of_moods ON (public.moody(i)), j FROM moods;
        """
            .formatted(SourcePod.USER));
    try {
      shop.run(plane, ImportPhase.PROBING);
      shop.run(plane, ImportPhase.PROVISIONING);
      shop.run(plane, ImportPhase.IMPORTING);
      shop.run(plane, ImportPhase.SNAPSHOTTING);
      // The next server has not seen the step run.
      plane.close();
      plane = namespace.connect();

      ImportObservation cleaned = shop.run(plane, ImportPhase.CLEANING);

      assertThat(cleaned.warnings())
          .anyMatch(warning -> warning.contains("VACUUM (FREEZE, ANALYZE) moods"));
    } finally {
      execute("DROP TABLE moods; DROP FUNCTION moody");
    }
  }

  private static void tellSize(String definition) throws SQLException {
    execute(
        "CREATE OR REPLACE FUNCTION pg_catalog.pg_database_size(oid) RETURNS bigint " + definition);
  }

  private static void execute(String statements) throws SQLException {
    String url = "jdbc:postgresql://%s:5432/%s".formatted(source, SourcePod.DATABASE);
    try (Connection owner = DriverManager.getConnection(url, SourcePod.USER, SourcePod.PASSWORD);
        Statement statement = owner.createStatement()) {
      statement.execute(statements);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns all such processes except the source's own. */
  private static List<String> processesThatTell(String text) {
    return ProcessHandle.allProcesses()
        .map(process -> told(process.pid(), "cmdline") + told(process.pid(), "environ"))
        .filter(told -> told.contains(text) && !told.contains("generate_series"))
        .filter(told -> !told.contains("PGHOST=/tmp"))
        .toList();
  }

  private static String told(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), file), ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}

package dev.goldenrod.dataplane.k8s;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the contract does not ask of imports, on a simulated cluster. */
@Timeout(600)
@Tag("simulated")
class SimulatedImportsTest {
  private static final String NAMESPACE = "imports";

  @TempDir static Path folder;
  private static SimulatedCluster cluster;
  private static String source;

  private final ImportSpec spec =
      new ImportSpec(
          UUID.randomUUID(),
          "shop",
          1,
          new SourceConnection(
              source, 5432, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET),
          "");
  private KubernetesDataPlane plane;

  @BeforeAll
  static void start_a_cluster_with_a_source() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    source = SourcePod.start(cluster, NAMESPACE);
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    plane = connect();
  }

  @AfterEach
  void remove_the_import_and_close() {
    await("the import is gone").until(() -> plane.imports().remove(spec.id()));
    plane.close();
  }

  @Test
  void a_pod_that_somebody_deletes_fails_the_step_and_is_told() {
    run(ImportPhase.PROBING);
    run(ImportPhase.PROVISIONING);

    deletePodDuring(ImportPhase.IMPORTING);

    ImportObservation failed = awaitEnd(plane, ImportPhase.IMPORTING);
    assertThat(failed.state()).isEqualTo(StepState.FAILED);
    assertThat(failed.message()).contains("pod " + ImportManifests.name(spec.id()));
  }

  @Test
  void the_drivers_snapshot_outlives_the_import_and_goes_with_the_version() {
    String handle = "";
    for (ImportPhase step : ImportPhase.values()) {
      if (step.isDataPlaneStep()) {
        handle = run(step).result().handle();
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
  void the_sources_password_is_in_no_object_no_argument_and_no_environment() {
    run(ImportPhase.PROBING);
    run(ImportPhase.PROVISIONING);
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
    assertThat(
            cluster
                .objects()
                .get(ResourceTypes.SECRET, NAMESPACE, ImportManifests.name(spec.id()))
                .toString())
        .doesNotContain(SourcePod.PASSWORD)
        .doesNotContain(base64(SourcePod.PASSWORD));
  }

  @Test
  void a_source_that_says_it_is_immense_is_refused_before_there_is_a_volume() throws SQLException {
    tellSize("LANGUAGE sql AS 'SELECT 1125899906842624'");
    try {
      plane.imports().ensure(spec, ImportPhase.PROBING);

      ImportObservation failed = awaitEnd(plane, ImportPhase.PROBING);
      assertThat(failed.state()).isEqualTo(StepState.FAILED);
      assertThat(failed.message())
          .contains("has 1125899906842624 bytes", "less than 4096 GiB", "--kube-import-limit");
    } finally {
      tellSize("LANGUAGE internal STRICT AS 'pg_database_size_oid'");
    }
  }

  private static void tellSize(String definition) throws SQLException {
    String url = "jdbc:postgresql://%s:5432/%s".formatted(source, SourcePod.DATABASE);
    try (Connection owner = DriverManager.getConnection(url, SourcePod.USER, SourcePod.PASSWORD);
        Statement statement = owner.createStatement()) {
      statement.execute(
          "CREATE OR REPLACE FUNCTION pg_catalog.pg_database_size(oid) RETURNS bigint "
              + definition);
    }
  }

  @Test
  void what_the_source_makes_run_is_in_a_pod_that_connects_nowhere() {
    run(ImportPhase.PROBING);
    ImportedPods pods = new ImportedPods(cluster, NAMESPACE, spec.id());

    for (ImportPhase step :
        List.of(ImportPhase.PROVISIONING, ImportPhase.IMPORTING, ImportPhase.SNAPSHOTTING)) {
      plane.imports().ensure(spec, step);
      assertThat(awaitEnd(plane, step, pods::look).state()).isEqualTo(StepState.DONE);
    }

    assertThat(pods.portsReached())
        .containsEntry(ImportManifests.name(spec.id()), Set.of())
        .containsEntry(ImportManifests.dumpName(spec.id()), Set.of(5432))
        .hasSize(2);
    assertThat(pods.mostAtOnce()).isEqualTo(1);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** All but the source's own. */
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

  private ImportObservation run(ImportPhase step) {
    plane.imports().ensure(spec, step);
    ImportObservation end = awaitEnd(plane, step);
    assertThat(end.state()).as(end.message()).isEqualTo(StepState.DONE);
    return end;
  }

  private ImportObservation awaitEnd(KubernetesDataPlane observed, ImportPhase step) {
    return awaitEnd(observed, step, () -> {});
  }

  private ImportObservation awaitEnd(
      KubernetesDataPlane observed, ImportPhase step, Runnable meanwhile) {
    return await(step + " ends")
        .until(
            () -> {
              meanwhile.run();
              return observed.imports().observe(spec.id(), step);
            },
            seen -> seen.state() == StepState.DONE || seen.state() == StepState.FAILED);
  }

  private void deletePodDuring(ImportPhase step) {
    String before = podUid();
    plane.imports().ensure(spec, step);
    await("the step's own pod is made").until(() -> hasPod() && !podUid().equals(before));
    cluster
        .objects()
        .delete(ResourceTypes.POD, NAMESPACE, ImportManifests.name(spec.id()), DeleteOptions.NONE);
  }

  private boolean hasPod() {
    return cluster
        .objects()
        .find(ResourceTypes.POD, NAMESPACE, ImportManifests.name(spec.id()))
        .isPresent();
  }

  private String podUid() {
    return Tree.uid(
        cluster.objects().get(ResourceTypes.POD, NAMESPACE, ImportManifests.name(spec.id())));
  }

  private static KubernetesDataPlane connect() {
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(folder.resolve("kubeconfig"))
            .namespace(NAMESPACE)
            .build());
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(3));
  }
}

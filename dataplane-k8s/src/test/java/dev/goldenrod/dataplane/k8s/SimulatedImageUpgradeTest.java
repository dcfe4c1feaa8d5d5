package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedImageUpgradeTest {
  private static final String NAMESPACE = "upgrades";
  private static final String PROGRAMS = "/usr/lib/postgresql/15/bin";
  private static final Image FIRST = new Image("postgres:15", List.of(PROGRAMS), List.of());

  /** Another build with the same libraries. */
  private static final Image NEWER =
      new Image("mirror.example/postgres:15.18", List.of(PROGRAMS), List.of());

  /** Pods have their own /tmp. */
  private static final Path PLACE = Path.of("/var/tmp");

  private static Path folder;
  private static SimulatedNamespace namespace;
  private static SimulatedCluster cluster;
  private static Image sortingOtherwise;
  private static Image otherRelease;

  private final DatabaseSpec spec = ObservedDatabases.blank().named("shop");

  @BeforeAll
  static void start_a_cluster() throws IOException {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    folder = Files.createTempDirectory(PLACE, "goldenrod-images-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    sortingOtherwise =
        image("postgres:15-trixie", "ldd", "echo '\tlibicui18n.so.99 => /lib/libicui18n.so.99'");
    otherRelease = image("postgres:16", "postgres", "echo 'postgres (PostgreSQL) 16.4'");
    List.of(FIRST, NEWER, sortingOtherwise, otherRelease).forEach(cluster.kubelet()::addImage);
  }

  /** Makes an image with a program that shadows one of PostgreSQL's. */
  private static Image image(String name, String program, String script) throws IOException {
    Path programs = Files.createDirectory(folder.resolve(name.replace(':', '-')));
    Path file = programs.resolve(program);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Image(name, List.of(programs.toString(), PROGRAMS), List.of(programs.toString()));
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() throws IOException {
    try {
      assertThat(GrantedPermissions.read().missing(cluster.calls().all())).isEmpty();
    } finally {
      cluster.close();
      FileTree.delete(folder);
    }
  }

  @BeforeEach
  void make_a_database_in_the_first_image() throws SQLException {
    try (KubernetesDataPlane plane = namespace.connect()) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      assertThat(databases.awaitReady(spec).message()).isEmpty();
      execute(
          databases.login(spec),
          "CREATE TABLE words (word text COLLATE \"en-x-icu\" PRIMARY KEY);"
              + "INSERT INTO words VALUES ('kept')");
    }
  }

  @AfterEach
  void remove_all() {
    try (KubernetesDataPlane plane = namespace.connect()) {
      new ObservedDatabases(plane).removeAll();
    }
  }

  @Test
  void another_image_is_told_and_taken_at_the_restart_after_it_was_asked_for() throws SQLException {
    try (KubernetesDataPlane plane = configured(NEWER)) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      assertThat(databases.awaitReady(spec).message())
          .contains("image mirror.example/postgres:15.18 is configured now")
          .contains("upgrade-image");
      restart(databases, spec);
      assertThat(imageOf(spec)).as("without being asked").isEqualTo(FIRST.byDigest());

      assertThat(plane.databases().upgradeImage(spec.id(), false)).isTrue();
      assertThat(imageOf(spec)).as("before a restart").isEqualTo(FIRST.byDigest());
      restart(databases, spec);

      assertThat(imageOf(spec)).isEqualTo(NEWER.byDigest());
      assertThat(databases.awaitReady(spec).message()).isEmpty();
      assertThat(words(databases.login(spec))).isEqualTo("kept");
      assertThat(plane.databases().upgradeImage(spec.id(), true)).as("again").isFalse();
      assertThat(hasTrial()).isFalse();
    }
  }

  @Test
  void an_image_that_sorts_otherwise_is_refused_with_both_versions_and_the_way_out()
      throws SQLException {
    try (KubernetesDataPlane plane = configured(sortingOtherwise)) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      String before = indexOf(databases);

      assertThatThrownBy(() -> plane.databases().upgradeImage(spec.id(), false))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("icu: 72 now, 99 in the image")
          .hasMessageContaining("{\"reindex\": true}");
      restart(databases, spec);

      assertThat(imageOf(spec)).isEqualTo(FIRST.byDigest());
      assertThat(indexOf(databases)).isEqualTo(before);
    }
  }

  @Test
  void its_indexes_are_built_anew_before_clients_log_in_also_in_a_copy_and_by_another_server()
      throws SQLException {
    String before;
    DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(spec.id()));
    try (KubernetesDataPlane plane = configured(sortingOtherwise)) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      before = indexOf(databases);
      assertThat(plane.databases().upgradeImage(spec.id(), true)).isTrue();
      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    }
    try (KubernetesDataPlane plane = configured(sortingOtherwise)) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(branch);
      databases.awaitReady(spec);

      for (DatabaseSpec one : List.of(spec, branch)) {
        assertThat(imageOf(one)).isEqualTo(sortingOtherwise.byDigest());
        assertThat(words(databases.login(one))).isEqualTo("kept");
        assertThat(indexOf(databases, one)).isNotEqualTo(before);
        assertThat(setOf(one)).as("the next pod does not").doesNotContain("REBUILD_INDEXES");
      }
      String once = indexOf(databases);
      killServer(spec);
      databases.awaitReady(spec);
      assertThat(indexOf(databases)).as("after the server died").isEqualTo(once);
      restart(databases, spec);
      assertThat(indexOf(databases)).as("once").isEqualTo(once);
    }
  }

  @Test
  void another_release_and_an_image_that_is_not_there_are_refused() {
    try (KubernetesDataPlane plane = configured(otherRelease)) {
      new ObservedDatabases(plane).awaitReady(spec);
      assertThatThrownBy(() -> plane.databases().upgradeImage(spec.id(), true))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("postgres:16")
          .hasMessageContaining("of postgresql 15");
    }
    Image missing = new Image("postgres:none", List.of(), List.of());
    try (KubernetesDataPlane plane = configured(missing)) {
      new ObservedDatabases(plane).awaitReady(spec);
      assertThatThrownBy(() -> plane.databases().upgradeImage(spec.id(), true))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("image postgres:none was not inspected")
          .hasMessageContaining("container of image postgres:none does not start");
    }
    assertThat(hasTrial()).isFalse();
  }

  private static KubernetesDataPlane configured(Image image) {
    return KubernetesDataPlane.open(
        namespace.options().images(Map.of("postgresql:15", image.name())).build());
  }

  private static void restart(ObservedDatabases databases, DatabaseSpec spec) {
    databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    databases.awaitReady(spec);
  }

  private String indexOf(ObservedDatabases databases) throws SQLException {
    return indexOf(databases, spec);
  }

  /** Returns the index's file, which changes when the index is rebuilt. */
  private static String indexOf(ObservedDatabases databases, DatabaseSpec spec)
      throws SQLException {
    return query(databases.login(spec), "SELECT pg_relation_filenode('words_pkey')");
  }

  private static String words(Credentials login) throws SQLException {
    return query(login, "SELECT string_agg(word, ',') FROM words");
  }

  private static String query(Credentials login, String sql) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void execute(Credentials login, String sql) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect(Credentials login) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s".formatted(login.host(), login.port(), login.dbname()),
        login.username(),
        login.password());
  }

  private static String imageOf(DatabaseSpec spec) {
    return Tree.text(Tree.objects(podOf(spec), "spec", "containers").get(0), "image");
  }

  /** Kills the server, and waits for another container in its pod. */
  private static void killServer(DatabaseSpec spec) {
    String killed = containerOf(spec);
    ProcessHandle.of(Long.parseLong(killed.substring(killed.lastIndexOf('/') + 1)))
        .orElseThrow()
        .descendants()
        .forEach(ProcessHandle::destroyForcibly);
    await("another container").until(() -> !containerOf(spec).equals(killed));
  }

  private static String containerOf(DatabaseSpec spec) {
    return Tree.text(
        Tree.objects(podOf(spec), "status", "containerStatuses").get(0), "containerID");
  }

  private static JsonObject podOf(DatabaseSpec spec) {
    return cluster.objects().get(ResourceType.POD, NAMESPACE, "db-" + spec.id() + "-0");
  }

  private static String setOf(DatabaseSpec spec) {
    return cluster
        .objects()
        .get(ResourceType.STATEFUL_SET, NAMESPACE, "db-" + spec.id())
        .toString();
  }

  private boolean hasTrial() {
    return cluster
        .objects()
        .find(ResourceType.POD, NAMESPACE, "image-" + spec.id())
        .filter(pod -> !Tree.isDeleting(pod))
        .isPresent();
  }
}

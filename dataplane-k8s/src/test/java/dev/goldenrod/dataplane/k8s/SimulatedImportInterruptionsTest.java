package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.openapi.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Imports that are interrupted by failures of the API server and of servers. */
@Tag("slow")
@Timeout(900)
class SimulatedImportInterruptionsTest extends SimulatedImportFixture {
  private static final int MANY = 20;

  private static Gates gates;

  private interface Fault {
    void happen() throws ApiException;
  }

  @BeforeAll
  static void make_gates() {
    gates = Gates.in(cluster);
  }

  @AfterAll
  static void remove_gates() {
    gates.close();
  }

  @AfterEach
  void open_gates() {
    gates.openAll();
  }

  @Test
  void cut_streams_end_no_tool_and_no_import() throws ApiException, SQLException {
    assertImported(cluster::cutConnections);
  }

  @Test
  void a_server_that_is_too_busy_ends_no_tool_and_no_import() throws ApiException, SQLException {
    assertImported(
        () -> {
          cluster.faults().fail(MANY, "*", "*", 429);
          cluster.cutConnections();
        });
  }

  @Test
  void the_next_server_goes_on_with_the_tools_of_the_former_one()
      throws ApiException, SQLException {
    assertImported(
        () -> {
          plane.close();
          plane = namespace.connect();
        });
  }

  @Test
  void the_next_server_logs_in_with_the_password_that_tools_reconnect_with() throws IOException {
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    Path passwords = passwords(begin(ImportPhase.IMPORTING, "data"));
    String former = Files.readString(passwords);
    Files.delete(passwords);

    plane.close();
    plane = namespace.connect();
    plane.imports().ensure(shop.spec(), ImportPhase.IMPORTING);

    await("the next server writes the file").until(() -> Files.exists(passwords));
    assertThat(passwords).hasContent(former);
    finish(ImportPhase.IMPORTING, "data");
  }

  /** Returns the password file of a waiting pg_restore. */
  private static Path passwords(long process) {
    return Path.of("/proc/" + process + "/root" + PodLayout.PRIVATE, "target.pgpass");
  }

  /** Short idempotent steps restart on another server. */
  private void assertImported(Fault fault) throws ApiException, SQLException {
    shop.run(plane, ImportPhase.PROBING);
    interrupt(ImportPhase.PROVISIONING, "initdb", fault);
    finish(ImportPhase.PROVISIONING, "initdb");

    for (String gate : new String[] {"pg_dump", "pre-data", "data", "post-data"}) {
      long process = interrupt(ImportPhase.IMPORTING, gate, fault);
      assertThat(gates.waiting(gate)).containsExactly(process);
      if (!gate.equals("post-data")) {
        gates.shut(next(gate));
      }
      gates.open(gate);
    }
    finish(ImportPhase.IMPORTING, "post-data");

    interrupt(ImportPhase.SNAPSHOTTING, "touch", fault);
    ImportObservation made = finish(ImportPhase.SNAPSHOTTING, "touch");
    assertThat(made.warnings()).isEmpty();
    shop.run(plane, ImportPhase.CLEANING);

    assertThat(itemsOf(new VersionRef(UUID.randomUUID(), "shop", 1, made.result().handle())))
        .isEqualTo(100);
  }

  private static String next(String gate) {
    return switch (gate) {
      case "pg_dump" -> "pre-data";
      case "pre-data" -> "data";
      default -> "post-data";
    };
  }

  @Test
  void a_step_whose_worker_must_be_taken_for_dead_is_gone_on_with_by_the_same_server() {
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    long process = begin(ImportPhase.IMPORTING, "data");

    cluster.refuseConnections();
    await("the worker gives up").until(this::isUnknown);
    cluster.acceptConnections();

    plane.imports().ensure(shop.spec(), ImportPhase.IMPORTING);
    assertThat(gates.waiting("data")).containsExactly(process);
    finish(ImportPhase.IMPORTING, "data");
  }

  /** A step without running work must be read from the API server, which is unavailable. */
  private boolean isUnknown() {
    try {
      plane.imports().observe(shop.spec().id(), ImportPhase.IMPORTING);
      return false;
    } catch (DataPlaneException away) {
      return true;
    }
  }

  @Test
  void a_load_whose_pod_is_deleted_begins_anew_with_the_same_dump() throws SQLException {
    onSource("CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM items");
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    begin(ImportPhase.IMPORTING, "data");
    String before = shop.podUid();
    makeCopyOfDump();
    gates.shut("pg_dump");

    cluster.objects().delete(ResourceType.POD, NAMESPACE, shop.name(), DeleteOptions.NONE);
    await("there is another pod").until(() -> shop.hasPod() && !shop.podUid().equals(before));
    gates.awaitSomebody("data");

    assertThat(gates.waiting("pg_dump")).isEmpty();
    gates.open("pg_dump");
    finish(ImportPhase.IMPORTING, "data");
    onSource("DROP MATERIALIZED VIEW counted");
  }

  /** Creates the folder that a load leaves if it is interrupted while it fills a view. */
  private void makeCopyOfDump() {
    String copy = PodLayout.SCRATCH.resolve("dump/search-path").toString();
    new EnginePod(cluster.client(), NAMESPACE, shop.name()).output(List.of("mkdir", copy));
  }

  private static void onSource(String sql) throws SQLException {
    String url = "jdbc:postgresql://%s:5432/%s".formatted(source, SourcePod.DATABASE);
    try (Connection owner = DriverManager.getConnection(url, SourcePod.USER, SourcePod.PASSWORD);
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void a_load_of_which_a_part_was_interrupted_begins_anew() throws ApiException {
    shop.run(plane, ImportPhase.PROBING);
    shop.run(plane, ImportPhase.PROVISIONING);
    begin(ImportPhase.IMPORTING, "pre-data");
    String before = shop.podUid();
    namespace.patchSecret(
        shop.name(),
        "{\"stringData\": {\"part-groundwork.json\": \"%s\"}}"
            .formatted(
                "{\\\"pod\\\":\\\"%s\\\",\\\"result\\\":\\\"\\\",\\\"warnings\\\":[],\\\"runs\\\":0}"
                    .formatted(before)));

    plane.close();
    plane = namespace.connect();
    plane.imports().ensure(shop.spec(), ImportPhase.IMPORTING);

    await("there is another pod").until(() -> shop.hasPod() && !shop.podUid().equals(before));
    finish(ImportPhase.IMPORTING, "pre-data");
  }

  private long begin(ImportPhase step, String gate) {
    gates.shut(gate);
    plane.imports().ensure(shop.spec(), step);
    return gates.awaitSomebody(gate);
  }

  /** Lets the step reach the gate, triggers the fault, and returns the waiting process. */
  private long interrupt(ImportPhase step, String gate, Fault fault) throws ApiException {
    if (!gates.isShut(gate)) {
      gates.shut(gate);
    }
    plane.imports().ensure(shop.spec(), step);
    long process = gates.awaitSomebody(gate);
    fault.happen();
    plane.imports().ensure(shop.spec(), step);
    return process;
  }

  private ImportObservation finish(ImportPhase step, String gate) {
    gates.open(gate);
    ImportObservation end = shop.awaitEnd(plane, step);
    assertThat(end.state()).as(end.message()).isEqualTo(StepState.DONE);
    return end;
  }

  private long itemsOf(VersionRef version) throws SQLException {
    DatabaseSpec clone = ObservedDatabases.of(new Origin.Version(version));
    ObservedDatabases databases = new ObservedDatabases(plane);
    databases.awaitReady(clone);
    Credentials login = databases.login(clone);
    try (Connection connection =
            DriverManager.getConnection(login.jdbcUrl(), login.username(), login.password());
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery("SELECT count(*) FROM items")) {
      answer.next();
      return answer.getLong(1);
    } finally {
      databases.removeAll();
      await("the version is gone").until(() -> plane.versions().remove(version));
    }
  }
}

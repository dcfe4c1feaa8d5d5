package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.PreparationServers;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.LocalVersions;
import dev.goldenrod.dataplane.local.volume.TestStores;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A test's data directory, with everything that imports need. */
final class ImportEnvironment implements AutoCloseable {
  private static final List<ImportPhase> STEPS =
      List.of(
          ImportPhase.PROBING,
          ImportPhase.PROVISIONING,
          ImportPhase.IMPORTING,
          ImportPhase.SNAPSHOTTING,
          ImportPhase.CLEANING);

  final RunAs runAs = RunAs.detect();
  final LocalRoot root;
  final EngineUsers users;
  final VolumeStore volumes;
  final Installations installations;
  final LocalSecrets secrets;
  final LocalImports imports;
  final LocalVersions versions;
  private final List<TestPostgres> servers = new ArrayList<>();

  ImportEnvironment(Path dataDir) throws IOException {
    this(dataDir, List.of());
  }

  ImportEnvironment(Path dataDir, List<Path> preferred) throws IOException {
    Files.createDirectories(dataDir);
    root = LocalRoot.open(dataDir, "imports-test", runAs);
    users = EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), root.path(), "imports-test");
    volumes = TestStores.open(root, runAs, "copy");
    installations = Installations.find(root, runAs, preferred);
    secrets = new LocalSecrets(dataDir);
    secrets.put("source", null, TestSource.PASSWORD);
    imports = open(installations);
    versions =
        new LocalVersions(
            preparation(installations),
            installations,
            List.of(dataDir.toAbsolutePath().getParent()));
  }

  /** Opens imports of which one step is replaced. */
  LocalImports open(ImportPhase phase, Step step) {
    return new LocalImports(context(), Map.of(phase, step), Clock.systemUTC());
  }

  LocalImports open(Clock clock) {
    ImportContext context = context();
    return new LocalImports(context, new LocalSteps(context).byPhase(), clock);
  }

  /** Opens imports over the same folder, as another process would. */
  LocalImports open(Installations others) {
    return LocalImports.open(preparation(others), others, secrets);
  }

  ImportContext context() {
    return new ImportContext(preparation(installations), installations, secrets);
  }

  private PreparationContext preparation(Installations installations) {
    return new PreparationContext(root, users, volumes, TestPostgres.servers(installations, users));
  }

  /** Starts the server of a volume that an import is creating. */
  ServerRunner.Running server(DataVolume volume, Path log) {
    DatabaseInfo info =
        new DatabaseInfo(
            PostgresEngine.TYPE, home().release(), "", PostgresLogin.CLONE_ROLE, Map.of());
    return new PreparationServers(context().preparation(), volume, log, () -> false)
        .start(info, here -> PostgresEngine.loadingServer(here, Map.of()));
  }

  Installation home() {
    return installations.postgresTool("pg_dump", 13);
  }

  int major() {
    return Integer.parseInt(home().release());
  }

  /** Runs the import to its end, or to the first step that fails, and returns the result. */
  ImportObservation run(ImportSpec spec) {
    return run(spec, ImportPhase.CLEANING);
  }

  /** Runs the import to the end of the step, or of the first one that fails. */
  ImportObservation run(ImportSpec spec, ImportPhase last) {
    ImportObservation seen = ImportObservation.absent();
    for (ImportPhase step : STEPS.subList(0, STEPS.indexOf(last) + 1)) {
      imports.ensure(spec, step);
      seen = await(spec, step);
      if (seen.state() == StepState.FAILED) {
        return seen;
      }
    }
    return seen;
  }

  void remove(UUID id) {
    await().until(() -> imports.remove(id));
  }

  ImportObservation await(ImportSpec spec, ImportPhase step) {
    return await()
        .until(() -> imports.observe(spec.id(), step), seen -> seen.state() != StepState.RUNNING);
  }

  /** Starts a server on a clone of the frozen volume. */
  TestPostgres start(String golden) {
    DataVolume volume = new DataVolume(volumes.clone(golden, "clone-of-" + golden, runAs));
    TestPostgres server =
        TestPostgres.of(
            installations.server(PostgresEngine.TYPE, volume.info().release()),
            volume,
            root.path().resolve("clone.log"),
            List.of(TestPostgres.LOOPBACK),
            Ports.anyFree(),
            Map.of("fsync", "off"),
            runAs);
    server.start();
    servers.add(server);
    return server;
  }

  /** Starts a server with the resources on a clone of the frozen volume. */
  TestPostgres start(String golden, Resources resources) {
    DataVolume volume = new DataVolume(volumes.clone(golden, "sized-clone-of-" + golden, runAs));
    TestPostgres server =
        TestPostgres.ofClone(
            installations.server(PostgresEngine.TYPE, volume.info().release()),
            volume,
            root.path().resolve("sized-clone.log"),
            Ports.anyFree(),
            resources,
            runAs);
    server.start();
    servers.add(server);
    return server;
  }

  /** Logs in as the role of a clone's users. */
  Connection login(TestPostgres server, String database) throws SQLException {
    try (Connection connection = server.connectAsAdmin(database)) {
      Sql.run(connection, "ALTER ROLE goldenrod PASSWORD 'clone-secret'");
    }
    return server.connect(database, PostgresLogin.CLONE_ROLE, "clone-secret");
  }

  @Override
  public void close() {
    imports.close();
    versions.close();
    servers.forEach(TestPostgres::abort);
    Processes.killAll(root.path(), Duration.ofMinutes(1));
    volumes.purge();
    volumes.close();
    root.purge();
  }

  static ConditionFactory await() {
    return Awaitility.await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofMinutes(8));
  }

  /** Returns the folder's disk usage. */
  static long kibibytes(Path folder) {
    return Long.parseLong(Tool.run("du", "-sk", folder.toString()).split("\t")[0]);
  }
}

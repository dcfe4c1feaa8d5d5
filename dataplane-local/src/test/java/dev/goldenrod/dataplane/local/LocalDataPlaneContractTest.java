package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.server.TestPostgresCluster;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testkit.dataplane.DataPlaneContract;
import dev.goldenrod.testkit.dataplane.DataPlaneContractArchives;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract with real imports and real clones, in one data directory for all tests. */
class LocalDataPlaneContractTest extends DataPlaneContract {
  @TempDir static Path folder;
  private static Installation home;
  private static TestPostgres source;
  private static int sourcePort;
  private static Optional<VersionRef> made = Optional.empty();
  private LocalDataPlane plane;

  @Nested
  class Archives extends DataPlaneContractArchives {}

  @BeforeAll
  static void start_a_source() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectory(dataDir());
    RunAs runAs = RunAs.detect();
    LocalRoot tools = LocalRoot.open(folder.resolve("tools"), "contract-tools", runAs);
    home =
        Installations.find(tools, runAs, List.of()).newestServer(PostgresEngine.TYPE).orElseThrow();
    DataVolume volume = DataVolume.make(folder.resolve("source"), runAs);
    TestPostgresCluster.make(home, volume, runAs);
    sourcePort = Ports.anyFree();
    source =
        TestPostgres.open(
            home, volume, folder.resolve("source.log"), sourcePort, Map.of("fsync", "off"), runAs);
    source.start();
    new LocalSecrets(dataDir())
        .put("source", PostgresLogin.ADMIN, AdminPassword.of(volume).get(0).text());
    tools.purge();
  }

  @AfterAll
  static void take_all_away() {
    made = Optional.empty();
    EngineReport.ran(home, LocalEngines.open(dataDir(), null).list());
    try {
      source.stop(Duration.ofSeconds(30));
    } finally {
      LocalDataPlane.purge(dataDir());
    }
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(TestOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected ImportSpec importSpec() {
    SourceConnection connection =
        new SourceConnection(
            TestPostgres.LOOPBACK,
            sourcePort,
            TestPostgresCluster.DATABASE,
            PostgresLogin.ADMIN,
            "",
            "source");
    return new ImportSpec(UUID.randomUUID(), "shop", 1, connection, "");
  }

  /** Imports once for all tests, since none removes the version. */
  @Override
  protected VersionRef readyVersion(Supplier<VersionRef> imported) {
    made = Optional.of(made.orElseGet(imported));
    return made.get();
  }

  @Override
  protected Set<String> keptHandles() {
    return made.map(version -> Set.of(version.handle())).orElseGet(Set::of);
  }

  @Override
  protected String messageWhenReady() {
    return TestOptions.messageWhenReady();
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        PostgresValue::write,
        PostgresValue::writeUnflushed,
        PostgresValue::read,
        PostgresValue::changePassword);
  }

  private static Path dataDir() {
    return folder.resolve("data");
  }
}

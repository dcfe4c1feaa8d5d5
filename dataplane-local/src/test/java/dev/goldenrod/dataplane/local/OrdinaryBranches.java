package dev.goldenrod.dataplane.local;

import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testkit.dataplane.DataPlaneContractBranches;
import dev.goldenrod.testkit.dataplane.DataPlaneContractDatabases;
import dev.goldenrod.testkit.dataplane.DataPlaneContractSnapshots;
import dev.goldenrod.testkit.dataplane.DataPlaneContractStops;
import dev.goldenrod.testkit.dataplane.DataPlaneFixture;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Databases, snapshots and branches on one kind of volumes; run by {@link OrdinaryCopiesTest}. */
class OrdinaryBranches extends DataPlaneFixture {
  @TempDir static Path folder;
  private LocalDataPlane plane;

  @AfterAll
  static void take_all_away() {
    LocalDataPlane.purge(folder.resolve("data"));
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(TestOptions.of(folder.resolve("data")));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected String messageWhenReady() {
    return TestOptions.messageWhenReady();
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        PostgresValue::write, PostgresValue::read, PostgresValue::changePassword);
  }

  @Nested
  class Databases extends DataPlaneContractDatabases {}

  @Nested
  class Stops extends DataPlaneContractStops {}

  @Nested
  class Branches extends DataPlaneContractBranches {}

  @Nested
  class Snapshots extends DataPlaneContractSnapshots {}
}

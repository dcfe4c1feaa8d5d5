package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testkit.dataplane.DataPlaneContract;
import dev.goldenrod.testkit.dataplane.DataPlaneContractArchives;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import dev.goldenrod.testkit.dataplane.EchoClient;
import java.util.UUID;
import org.junit.jupiter.api.Nested;

class RemoteDataPlaneTest extends DataPlaneContract {
  private volatile FakeDataPlane behind;
  private Pipe pipe;

  @Nested
  class Archives extends DataPlaneContractArchives {}

  @Override
  protected DataPlane open() {
    behind = new FakeDataPlane();
    pipe = Pipe.to(behind);
    return pipe.plane();
  }

  @Override
  protected DataPlane reopen() {
    pipe.close();
    behind = behind.restarted();
    pipe = Pipe.to(behind);
    return pipe.plane();
  }

  @Override
  protected ImportSpec importSpec() {
    SourceConnection source =
        new SourceConnection("source.example", 5432, "shop", "reader", "", "shop-source");
    return new ImportSpec(UUID.randomUUID(), "shop", 1, source, "");
  }

  /** The databases of the fake echo what they receive. */
  @Override
  protected DatabaseClient clientThrough(int port) {
    return EchoClient.before(client(), port);
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(behind::write, behind::read, behind::changePassword);
  }
}

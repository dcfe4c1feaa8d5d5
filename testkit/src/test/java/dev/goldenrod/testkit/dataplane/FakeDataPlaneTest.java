package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.FakeDataPlane;
import java.util.UUID;
import org.junit.jupiter.api.Nested;

class FakeDataPlaneTest extends DataPlaneContract {
  volatile FakeDataPlane dataPlane;

  @Nested
  class Archives extends DataPlaneContractArchives {}

  @Override
  protected DataPlane open() {
    dataPlane = new FakeDataPlane();
    return dataPlane;
  }

  @Override
  protected DataPlane reopen() {
    dataPlane = dataPlane.restarted();
    return dataPlane;
  }

  @Override
  protected ImportSpec importSpec() {
    SourceConnection source =
        new SourceConnection("source.example", 5432, "shop", "reader", "", "shop-source");
    return new ImportSpec(UUID.randomUUID(), "shop", 1, source, "");
  }

  @Override
  protected DatabaseClient clientThrough(int port) {
    return EchoClient.before(client(), port);
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(dataPlane::write, dataPlane::read, dataPlane::changePassword);
  }
}

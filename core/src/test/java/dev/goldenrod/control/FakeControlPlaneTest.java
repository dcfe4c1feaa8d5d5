package dev.goldenrod.control;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.util.Map;

/** The control plane keeps its promises on the fakes. */
class FakeControlPlaneTest extends ControlPlaneContract {
  @Override
  protected Store openStore() {
    return new InMemoryStore();
  }

  @Override
  protected DataPlane openDataPlane() {
    return new FakeDataPlane();
  }

  @Override
  protected CreateSource source() {
    return new CreateSource(
        "rds", Map.of("host", "source.example", "dbname", "shop"), "shop-source");
  }

  @Override
  protected String handle() {
    return "snapshot-of-shop";
  }
}

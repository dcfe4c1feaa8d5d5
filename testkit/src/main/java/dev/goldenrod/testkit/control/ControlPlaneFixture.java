package dev.goldenrod.testkit.control;

import dev.goldenrod.control.Sources;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.Map;

/** What an adapter gives to the parts of {@link ControlPlaneContract}. */
public abstract class ControlPlaneFixture {
  /** An empty store of its own, which the test closes. */
  protected abstract Store openStore();

  /** A data plane that holds nothing; the fake, unless a real one is to be tested. */
  protected DataPlane openDataPlane() {
    return new FakeDataPlane();
  }

  /** A source that the data plane can import. */
  protected Sources.Create source() {
    return new Sources.Create(
        SourceKind.RDS, Map.of("host", "source.example", "dbname", "shop"), "shop-source");
  }

  /** A handle that the data plane can clone once it is registered. */
  protected String handle() {
    return "snapshot-of-shop";
  }

  /** Frees what the adapter took; called last, after store and data plane were closed. */
  protected void cleanUp() throws Exception {}

  /** How long to wait for a piece of work before it counts as not done. */
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }
}

package dev.goldenrod.testkit.control;

import dev.goldenrod.control.Sources;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.Map;

/** Resources that an adapter provides to {@link ControlPlaneContract}. */
public abstract class ControlPlaneFixture {
  /** Returns a new empty store, which the test closes. */
  protected abstract Store openStore();

  /** Returns an empty data plane; the fake by default. */
  protected DataPlane openDataPlane() {
    return new FakeDataPlane();
  }

  /** Returns a source that the data plane can import. */
  protected Sources.Create source() {
    return new Sources.Create(
        SourceKind.RDS, Map.of("host", "source.example", "dbname", "shop"), "shop-source");
  }

  /** Returns a handle that the data plane can clone after its registration. */
  protected String handle() {
    return "snapshot-of-shop";
  }

  /** Releases the adapter's resources, after the store and the data plane were closed. */
  protected void cleanUp() throws Exception {}

  /** Returns the maximum time to wait for an operation. */
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }
}

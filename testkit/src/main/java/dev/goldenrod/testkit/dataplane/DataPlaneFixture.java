package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Resources that an adapter provides to {@link DataPlaneContract}. */
public abstract class DataPlaneFixture {
  /** Returns a data plane without clones and imports. */
  protected abstract DataPlane open();

  /**
   * Returns the data plane of {@link #open} after a kill and restart of its process. The previous
   * object is only closed afterwards.
   */
  protected abstract DataPlane reopen();

  /** Returns the client of the databases. */
  protected abstract DatabaseClient client();

  /** Returns a client that connects through a local port. */
  protected DatabaseClient clientThrough(int port) {
    return client().at(port);
  }

  /**
   * Returns an empty database of an available engine.
   *
   * @param engines engines of the data plane
   */
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return engines.stream()
        .filter(EngineVersion::isAvailable)
        .map(one -> new Origin.Blank(one.type(), one.version()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no engine can run"));
  }

  /** Returns the maximum time to wait for an operation. */
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }

  /**
   * Returns the pattern for the message of a ready database: empty, unless the data plane cannot
   * enforce all limits here.
   */
  protected String messageWhenReady() {
    return "";
  }

  /** Returns the handles of versions that outlive their test. */
  protected Set<String> keptHandles() {
    return Set.of();
  }

  /** Releases the resources of {@link #open}, after the data plane was closed. */
  protected void cleanUp() throws Exception {}

  /** Returns the origin of the databases of a part; it contains no value of a test. */
  Origin origin(DataPlaneContractPart part) {
    return part.blank();
  }
}

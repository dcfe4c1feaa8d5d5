package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What an adapter gives to the parts of {@link DataPlaneContract}. */
public abstract class DataPlaneFixture {
  /** A data plane that holds no clone and no import. */
  protected abstract DataPlane open();

  /**
   * The data plane that {@link #open} made, after its process was killed and started again. Of the
   * object before, nothing but {@link DataPlane#close} is called any more.
   */
  protected abstract DataPlane reopen();

  /** How the databases are used. */
  protected abstract DatabaseClient client();

  /** How a database is used by a port of this machine that leads to its server. */
  protected DatabaseClient clientThrough(int port) {
    return client().at(port);
  }

  /**
   * An empty database of an engine that can run.
   *
   * @param engines those of the data plane
   */
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return engines.stream()
        .filter(EngineVersion::isAvailable)
        .map(one -> new Origin.Blank(one.type(), one.version()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no engine can run"));
  }

  /** How long to wait for a piece of work before it counts as not done. */
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }

  /**
   * What the message of a database that is ready matches: nothing, unless the data plane cannot
   * enforce all limits here.
   */
  protected String messageWhenReady() {
    return "";
  }

  /** Handles of the versions that are to outlive the test that made them. */
  protected Set<String> keptHandles() {
    return Set.of();
  }

  /** Frees what {@link #open} took; called last, after the data plane was closed. */
  protected void cleanUp() throws Exception {}

  /** What the databases of a part's tests begin with: holds no value that a test wrote. */
  Origin origin(DataPlaneContractPart part) {
    return part.blank();
  }
}

package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.instance.Credentials;
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

  /** Logs in to the clone and writes the value over the one before. */
  protected abstract void write(Credentials login, String value) throws Exception;

  /**
   * Does as {@link #write}, in many transactions that the server answers before they are on its
   * disk, if its clients can ask for that.
   */
  protected void writeUnflushed(Credentials login, String value) throws Exception {
    write(login, value);
  }

  /** Logs in to the clone and reads the value; empty when none was written since it was made. */
  protected abstract String read(Credentials login) throws Exception;

  /** Logs in to the clone and, as its user, gives that user another password. */
  protected abstract void changePassword(Credentials login, String password) throws Exception;

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
    return Duration.ofMinutes(3);
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

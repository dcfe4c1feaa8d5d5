package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import dev.goldenrod.testkit.dataplane.DatabaseContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract tests with another engine than PostgreSQL, which take minutes. {@code
 * -Dexcluded.engines=none} runs them; {@link EnginesOnKubernetesTest} always runs a few of their
 * steps.
 */
@Tag("simulated")
@Tag("engines")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineContract extends DatabaseContract {
  @TempDir static Path folder;
  private EngineUnderTest engine;
  private EngineCluster cluster;
  private KubernetesDataPlane plane;

  abstract EngineUnderTest engine() throws IOException;

  @BeforeAll
  void start_a_cluster() throws IOException {
    engine = engine();
    cluster = new EngineCluster(engine, folder);
  }

  @AfterAll
  void stop_it() {
    cluster.close();
    engine.close();
  }

  @Override
  protected DataPlane open() {
    plane = cluster.open();
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return engine.blank();
  }

  @Override
  protected DatabaseClient client() {
    return engine.client();
  }

  /** The first database waits until the engine has created its system tables. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }
}

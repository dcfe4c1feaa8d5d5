package dev.goldenrod.dataplane.k8s.scale;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases whose servers accept the administrator's login and then stop responding. */
@Tag("simulated")
class SilentServerTest {
  @TempDir Path folder;
  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(),
          new Origin.Blank("postgresql", StubCluster.RELEASE),
          new Resources(512, 0, 0));
  private StubCluster cluster;
  private KubernetesDataPlane plane;

  @BeforeEach
  void talk_to_a_silent_server() throws IOException {
    cluster = new StubCluster(folder);
    cluster.pods().fallSilent();
    plane = cluster.open();
    plane.databases().ensure(spec);
    await("the server is asked").until(() -> cluster.pods().unanswered() > 0);
  }

  @AfterEach
  void close() {
    plane.close();
    cluster.close();
  }

  @Test
  void can_be_stopped() {
    plane.databases().ensure(spec.stopped());

    await("it is stopped")
        .until(() -> plane.databases().observe(spec.id()).state() == DatabaseState.STOPPED);
  }

  @Test
  void can_be_removed() {
    plane.databases().remove(spec.id());

    await("it is gone")
        .until(() -> plane.databases().observe(spec.id()).state() == DatabaseState.ABSENT);
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(8));
  }
}

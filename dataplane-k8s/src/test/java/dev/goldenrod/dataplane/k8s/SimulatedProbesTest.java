package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.ServerSignals;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that run but do not respond. */
@Tag("simulated")
@Tag("slow")
class SimulatedProbesTest {
  private static final String NAMESPACE = "probes";

  private static SimulatedNamespace namespace;

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    namespace.cluster().kubelet().probeSecond(Duration.ofMillis(100));
  }

  @AfterAll
  static void stop_the_cluster() {
    namespace.cluster().close();
  }

  @Test
  void a_server_that_hangs_is_not_ready_until_it_answers_again_and_is_not_ended_meanwhile()
      throws Exception {
    DatabaseSpec spec = ObservedDatabases.blank();
    try (KubernetesDataPlane plane = namespace.connect()) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      ServerSignals server = server(spec);

      server.send("STOP");
      databases.awaitAsked(
          spec,
          seen ->
              seen.state() != DatabaseState.READY && seen.message().contains("does not answer"));

      server.send("CONT");
      databases.awaitReady(spec);
      assertThat(server(spec)).isEqualTo(server);
      databases.removeAll();
    }
  }

  private static ServerSignals server(DatabaseSpec spec) {
    return ServerSignals.to(namespace.cluster(), NAMESPACE, "db-" + spec.id() + "-0");
  }
}

package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that run and do not answer. */
@Tag("simulated")
class SimulatedProbesTest {
  private static final String NAMESPACE = "probes";

  private static SimulatedNamespace namespace;

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.start(NAMESPACE);
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
      long container = firstProcess(spec);

      signal("STOP", container);
      databases.awaitAsked(
          spec,
          seen ->
              seen.state() != DatabaseState.READY && seen.message().contains("does not answer"));

      signal("CONT", container);
      databases.awaitReady(spec);
      assertThat(firstProcess(spec)).isEqualTo(container);
      databases.removeAll();
    }
  }

  private static long firstProcess(DatabaseSpec spec) {
    JsonObject pod =
        namespace.cluster().objects().get(ResourceTypes.POD, NAMESPACE, "db-" + spec.id() + "-0");
    String id = Tree.text(Tree.objects(pod, "status", "containerStatuses").get(0), "containerID");
    return Long.parseLong(id.substring(id.lastIndexOf('/') + 1));
  }

  /** The server and its processes, which the pod's first process has begun. */
  private static void signal(String name, long container) throws IOException, InterruptedException {
    List<Long> server =
        ProcessHandle.of(container).orElseThrow().descendants().map(ProcessHandle::pid).toList();
    assertThat(server).isNotEmpty();
    for (long process : server) {
      new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor();
    }
  }
}

package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class ProcesslessClusterTest {
  private static final int SETS = 300;
  private static final PodAccess NOTHING =
      new PodAccess() {
        @Override
        public Process exec(JsonObject pod, String container, List<String> command)
            throws IOException {
          return new ProcessBuilder("true").start();
        }

        @Override
        public Process tunnel(JsonObject pod, int port) throws IOException {
          return new ProcessBuilder("true").start();
        }

        @Override
        public String log(JsonObject pod, String container, boolean previous) {
          return "";
        }
      };

  @Test
  void hundreds_of_sets_become_ready_and_go_again() {
    try (SimulatedCluster cluster = SimulatedCluster.withoutProcesses("127.0.0.1", NOTHING)) {
      for (int i = 0; i < SETS; i++) {
        cluster.objects().create(ResourceType.STATEFUL_SET, "default", set("set-" + i));
      }
      await(() -> ready(cluster) == SETS);

      sets(cluster)
          .forEach(
              set ->
                  cluster
                      .objects()
                      .delete(
                          ResourceType.STATEFUL_SET,
                          "default",
                          Tree.name(set),
                          DeleteOptions.NONE));

      await(() -> cluster.objects().store().list(ResourceType.POD, "default").isEmpty());
      assertThat(sets(cluster)).isEmpty();
    }
  }

  private static long ready(SimulatedCluster cluster) {
    return sets(cluster).stream()
        .filter(set -> Tree.number(set, 0, "status", "readyReplicas") == 1)
        .count();
  }

  private static List<JsonObject> sets(SimulatedCluster cluster) {
    return cluster.objects().store().list(ResourceType.STATEFUL_SET, "default");
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(8)).until(condition);
  }

  private static JsonObject set(String name) {
    return JsonParser.parseString(
            """
            {
              "metadata": {"name": "%s"},
              "spec": {
                "selector": {"matchLabels": {"app": "a"}},
                "template": {
                  "metadata": {"labels": {"app": "a"}},
                  "spec": {"containers": [{"name": "a", "image": "b"}]}
                }
              }
            }
            """
                .formatted(name))
        .getAsJsonObject();
  }
}

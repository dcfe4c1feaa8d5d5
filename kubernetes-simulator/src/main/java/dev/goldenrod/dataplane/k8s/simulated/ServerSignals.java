package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.util.List;

/**
 * Signals to the server of a pod and its processes, which the pod's first process has begun.
 *
 * @param container the pod's first process
 */
public record ServerSignals(long container) {
  /** Those to the pod of that name as it runs now. */
  public static ServerSignals to(SimulatedCluster cluster, String namespace, String name) {
    JsonObject pod = cluster.objects().get(ResourceTypes.POD, namespace, name);
    String id = Tree.text(Tree.objects(pod, "status", "containerStatuses").get(0), "containerID");
    return new ServerSignals(Long.parseLong(id.substring(id.lastIndexOf('/') + 1)));
  }

  /** Sends one, as {@code STOP}. */
  public void send(String signal) throws IOException, InterruptedException {
    List<Long> server =
        ProcessHandle.of(container).orElseThrow().descendants().map(ProcessHandle::pid).toList();
    if (server.isEmpty()) {
      throw new IllegalStateException("container %d has no server".formatted(container));
    }
    for (long process : server) {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process)).start().waitFor();
    }
  }
}

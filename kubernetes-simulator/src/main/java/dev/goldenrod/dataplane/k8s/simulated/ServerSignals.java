package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.util.List;

/** Sends signals to the database server in a pod: all descendants of the pod's first process. */
public record ServerSignals(long container) {
  public static ServerSignals to(SimulatedCluster cluster, String namespace, String name) {
    JsonObject pod = cluster.objects().get(ResourceType.POD, namespace, name);
    String id = Tree.text(Tree.objects(pod, "status", "containerStatuses").get(0), "containerID");
    return new ServerSignals(Long.parseLong(id.substring(id.lastIndexOf('/') + 1)));
  }

  /** Sends a signal, such as {@code STOP}, to all processes of the server. */
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

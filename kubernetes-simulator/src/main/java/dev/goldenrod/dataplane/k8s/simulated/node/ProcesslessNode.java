package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.controller.Controller;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.util.List;

/** A node whose pods are ready immediately and run no processes, so that there can be thousands. */
public final class ProcesslessNode implements Node {
  private final PodAccess podAccess;
  private final Pods pods;

  /**
   * @param podAccess handles commands, tunnels and log requests
   */
  public ProcesslessNode(ObjectApi api, String address, PodAccess podAccess) {
    this.podAccess = podAccess;
    pods = new Pods(api, address);
  }

  @Override
  public void start() {
    pods.start();
  }

  @Override
  public Process exec(JsonObject pod, String container, List<String> command) throws IOException {
    return podAccess.exec(pod, container, command);
  }

  @Override
  public Process tunnel(JsonObject pod, int port) throws IOException {
    return podAccess.tunnel(pod, port);
  }

  @Override
  public String log(JsonObject pod, String container, boolean previous) throws IOException {
    return podAccess.log(pod, container, previous);
  }

  @Override
  public void close() {
    pods.close();
  }

  private static final class Pods extends Controller {
    private final String address;

    Pods(ObjectApi api, String address) {
      super(api, ResourceType.POD);
      this.address = address;
    }

    @Override
    protected void reconcile(Key key) {
      find(key).filter(pod -> Tree.has(pod, "spec", "nodeName")).ifPresent(this::updatePod);
    }

    private void updatePod(JsonObject pod) {
      if (Tree.isDeleting(pod)) {
        DeleteOptions now = new DeleteOptions("", 0, Tree.uid(pod), "");
        api().delete(ResourceType.POD, Tree.namespace(pod), Tree.name(pod), now);
      } else if (!Conditions.isTrue(pod, "Ready")) {
        api()
            .update(
                ResourceType.POD,
                Tree.namespace(pod),
                Tree.name(pod),
                WriteScope.ALL,
                this::running);
      }
    }

    private JsonObject running(JsonObject pod) {
      JsonObject status = Tree.ensure(pod, "status");
      status.addProperty("phase", "Running");
      status.addProperty("podIP", address);
      status.addProperty("startTime", Times.now());
      JsonArray containers = new JsonArray();
      Tree.objects(pod, "spec", "containers").forEach(one -> containers.add(running(one, pod)));
      status.add("containerStatuses", containers);
      List.of("Initialized", "ContainersReady", "Ready")
          .forEach(type -> Conditions.set(status, type, true, "", ""));
      return pod;
    }

    private static JsonObject running(JsonObject container, JsonObject pod) {
      return Tree.of(
          "name",
          Tree.text(container, "name"),
          "image",
          Tree.text(container, "image"),
          "imageID",
          "",
          "containerID",
          "paper://" + Tree.uid(pod),
          "ready",
          true,
          "started",
          true,
          "restartCount",
          0,
          "state",
          Tree.of("running", Tree.of("startedAt", Times.now())));
    }
  }
}

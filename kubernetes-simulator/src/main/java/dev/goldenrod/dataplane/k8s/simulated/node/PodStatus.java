package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Sandbox;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the status of one pod to the API. */
final class PodStatus {
  private final ObjectApi api;
  private final String namespace;
  private final String name;
  private final String uid;
  private final String startTime = Times.now();
  private boolean gone;

  PodStatus(ObjectApi api, JsonObject pod) {
    this.api = api;
    namespace = Tree.namespace(pod);
    name = Tree.name(pod);
    uid = Tree.uid(pod);
  }

  boolean isGone() {
    return gone;
  }

  /** Writes the pod's status, and returns whether it changed. */
  boolean update(List<ContainerRun> runs, @Nullable Sandbox sandbox) {
    try {
      JsonObject before = api.get(ResourceType.POD, namespace, name);
      gone = !Tree.uid(before).equals(uid);
      return !gone
          && api.update(
                  ResourceType.POD,
                  namespace,
                  name,
                  WriteScope.ALL,
                  pod -> write(pod, runs, sandbox))
              != before;
    } catch (ApiError e) {
      gone = e.code() == 404;
      return false;
    }
  }

  private JsonObject write(JsonObject pod, List<ContainerRun> runs, @Nullable Sandbox sandbox) {
    JsonObject status = Tree.ensure(pod, "status");
    status.addProperty("phase", phase(runs));
    status.addProperty("startTime", startTime);
    status.addProperty("hostIP", "127.0.0.1");
    status.addProperty("qosClass", "Burstable");
    if (sandbox != null) {
      status.addProperty("podIP", sandbox.address());
    }
    JsonArray containers = new JsonArray();
    runs.forEach(run -> containers.add(run.status()));
    status.add("containerStatuses", containers);
    boolean ready = runs.stream().allMatch(ContainerRun::isReady);
    Conditions.set(status, "PodReadyToStartContainers", sandbox != null, "", "");
    Conditions.set(status, "Initialized", true, "", "");
    String reason = ready ? "" : "ContainersNotReady";
    Conditions.set(status, "ContainersReady", ready, reason, "");
    Conditions.set(status, "Ready", ready, reason, "");
    return pod;
  }

  private static String phase(List<ContainerRun> runs) {
    if (runs.stream().allMatch(ContainerRun::isFinished)) {
      return runs.stream().allMatch(ContainerRun::isSuccessful) ? "Succeeded" : "Failed";
    }
    boolean started =
        runs.stream()
            .anyMatch(
                run ->
                    run.running().isPresent() || Tree.has(run.status(), "lastState", "terminated"));
    return started ? "Running" : "Pending";
  }
}

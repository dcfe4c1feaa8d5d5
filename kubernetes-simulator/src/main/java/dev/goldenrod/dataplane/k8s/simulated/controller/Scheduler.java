package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.EventRecorder;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Optional;

/** Binds pods to the node when their claims are bound, and the node matches their selectors. */
public final class Scheduler extends Controller {
  private final String node;
  private final EventRecorder events;
  private volatile String obstacle = "";

  public Scheduler(ObjectApi api, String node) {
    super(api, ResourceType.POD);
    this.node = node;
    events = new EventRecorder(api, "default-scheduler");
  }

  /** Keeps pods unscheduled for a reason such as {@code Insufficient cpu}, until it is empty. */
  public void obstruct(String reason) {
    obstacle = reason;
    api().store().list(ResourceType.POD, "").forEach(pod -> enqueue(Key.of(pod)));
  }

  @Override
  protected void otherChanged(Change change) {
    if (change.type() == ResourceType.CLAIM) {
      api().store().list(ResourceType.POD, Tree.namespace(change.object())).stream()
          .filter(pod -> !Tree.has(pod, "spec", "nodeName"))
          .forEach(pod -> enqueue(Key.of(pod)));
    }
  }

  @Override
  protected void reconcile(Key key) {
    find(key)
        .filter(pod -> !Tree.has(pod, "spec", "nodeName") && !Tree.isDeleting(pod))
        .ifPresent(this::schedule);
  }

  private void schedule(JsonObject pod) {
    Optional<String> refusal = refusal(pod);
    if (refusal.isPresent()) {
      refuse(pod, "0/1 nodes are available: " + refusal.get());
      return;
    }
    write(
        ResourceType.POD,
        pod,
        is -> {
          Tree.ensure(is, "spec").addProperty("nodeName", node);
          Conditions.set(Tree.ensure(is, "status"), "PodScheduled", true, "", "");
        });
  }

  private Optional<String> refusal(JsonObject pod) {
    if (!obstacle.isEmpty()) {
      return Optional.of(
          "1 %s. preemption: 0/1 nodes are available: 1 No preemption victims found."
              .formatted(obstacle));
    }
    if (!isSelected(pod)) {
      return Optional.of("1 node(s) didn't match Pod's node affinity/selector.");
    }
    return Tree.objects(pod, "spec", "volumes").stream()
        .map(volume -> Tree.text(volume, "persistentVolumeClaim", "claimName"))
        .filter(name -> !name.isEmpty())
        .flatMap(name -> claimRefusal(Tree.namespace(pod), name).stream())
        .findFirst();
  }

  private boolean isSelected(JsonObject pod) {
    JsonObject labels = Tree.object(api().get(ResourceType.NODE, "", node), "metadata", "labels");
    return Tree.object(pod, "spec", "nodeSelector").entrySet().stream()
        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())));
  }

  private Optional<String> claimRefusal(String namespace, String name) {
    Optional<JsonObject> claim = api().find(ResourceType.CLAIM, namespace, name);
    if (claim.isEmpty()) {
      return Optional.of("persistentvolumeclaim \"%s\" not found".formatted(name));
    }
    if (Tree.isDeleting(claim.get())) {
      return Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(name));
    }
    return Tree.text(claim.get(), "status", "phase").equals("Bound")
        ? Optional.empty()
        : Optional.of("pod has unbound immediate PersistentVolumeClaims");
  }

  private void refuse(JsonObject pod, String message) {
    JsonObject known = Conditions.find(Tree.object(pod, "status"), "PodScheduled");
    if (Tree.text(known, "message").equals(message)) {
      return;
    }
    write(
        ResourceType.POD,
        pod,
        is ->
            Conditions.set(
                Tree.ensure(is, "status"), "PodScheduled", false, "Unschedulable", message));
    events.warning(pod, "FailedScheduling", message);
  }
}

package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.EventRecorder;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creates, replaces and deletes the pods of StatefulSets. */
public final class StatefulSets extends Controller {
  private static final String REVISION = "controller-revision-hash";

  private final EventRecorder events;

  public StatefulSets(ObjectApi api) {
    super(api, ResourceType.STATEFUL_SET);
    events = new EventRecorder(api, "statefulset-controller");
  }

  @Override
  protected void otherChanged(Change change) {
    if (change.type() == ResourceType.POD) {
      owner(change.object()).ifPresent(this::enqueue);
    }
  }

  private static Optional<Key> owner(JsonObject pod) {
    return Tree.objects(pod, "metadata", "ownerReferences").stream()
        .filter(one -> Tree.text(one, "kind").equals("StatefulSet"))
        .findFirst()
        .map(one -> new Key(Tree.namespace(pod), Tree.text(one, "name")));
  }

  @Override
  protected void reconcile(Key key) {
    find(key).filter(set -> !Tree.isDeleting(set)).ifPresent(this::reconcile);
  }

  private void reconcile(JsonObject set) {
    long replicas = Tree.number(set, 1, "spec", "replicas");
    String revision = revision(set);
    List<JsonObject> pods = new ArrayList<>();
    try {
      for (int i = 0; i < replicas; i++) {
        pod(set, i, revision).ifPresent(pods::add);
      }
      excess(set, replicas).ifPresent(this::delete);
    } finally {
      updateStatus(set, pods, revision);
    }
  }

  private static String revision(JsonObject set) {
    int hash = Tree.object(set, "spec", "template").hashCode();
    return Tree.name(set) + "-" + Integer.toHexString(hash);
  }

  /**
   * Returns the pod of the given number, creating it if it is absent. An ended or outdated pod is
   * deleted, so that it is created anew.
   */
  private Optional<JsonObject> pod(JsonObject set, int number, String revision) {
    String name = Tree.name(set) + "-" + number;
    Optional<JsonObject> found = api().find(ResourceType.POD, Tree.namespace(set), name);
    if (found.isEmpty()) {
      return Optional.of(create(set, name, number, revision));
    }
    JsonObject pod = found.get();
    boolean outdated =
        !Tree.text(set, "spec", "updateStrategy", "type").equals("OnDelete")
            && !Tree.text(pod, "metadata", "labels", REVISION).equals(revision);
    boolean ended = List.of("Failed", "Succeeded").contains(Tree.text(pod, "status", "phase"));
    if ((outdated || ended) && !Tree.isDeleting(pod)) {
      delete(pod);
    }
    return found;
  }

  private Optional<JsonObject> excess(JsonObject set, long replicas) {
    return api()
        .find(ResourceType.POD, Tree.namespace(set), Tree.name(set) + "-" + replicas)
        .filter(pod -> owner(pod).equals(Optional.of(Key.of(set))) && !Tree.isDeleting(pod));
  }

  private void delete(JsonObject pod) {
    api().delete(ResourceType.POD, Tree.namespace(pod), Tree.name(pod), DeleteOptions.NONE);
  }

  private JsonObject create(JsonObject set, String name, int number, String revision) {
    JsonObject pod = Tree.object(set, "spec", "template").deepCopy();
    JsonObject metadata = Tree.ensure(pod, "metadata");
    metadata.addProperty("name", name);
    metadata.add("ownerReferences", owners(set));
    JsonObject labels = Tree.ensure(metadata, "labels");
    labels.addProperty(REVISION, revision);
    labels.addProperty("statefulset.kubernetes.io/pod-name", name);
    labels.addProperty("apps.kubernetes.io/pod-index", "" + number);
    JsonObject spec = Tree.ensure(pod, "spec");
    spec.addProperty("hostname", name);
    spec.addProperty("subdomain", Tree.text(set, "spec", "serviceName"));
    addClaims(set, name, spec);
    try {
      return api().create(ResourceType.POD, Tree.namespace(set), pod);
    } catch (ApiError e) {
      String message = "create Pod %s in StatefulSet %s failed error: %s";
      events.warning(set, "FailedCreate", message.formatted(name, Tree.name(set), e.getMessage()));
      throw e;
    }
  }

  private void addClaims(JsonObject set, String pod, JsonObject spec) {
    for (JsonObject template : Tree.objects(set, "spec", "volumeClaimTemplates")) {
      String name = Tree.name(template) + "-" + pod;
      if (api().find(ResourceType.CLAIM, Tree.namespace(set), name).isEmpty()) {
        JsonObject claim = template.deepCopy();
        Tree.ensure(claim, "metadata").addProperty("name", name);
        claim.remove("status");
        api().create(ResourceType.CLAIM, Tree.namespace(set), claim);
      }
      if (!spec.has("volumes")) {
        spec.add("volumes", new JsonArray());
      }
      spec.getAsJsonArray("volumes")
          .add(
              Tree.of(
                  "name", Tree.name(template),
                  "persistentVolumeClaim", Tree.of("claimName", name)));
    }
  }

  private static JsonArray owners(JsonObject set) {
    JsonArray owners = new JsonArray();
    owners.add(
        Tree.of(
            "apiVersion",
            "apps/v1",
            "kind",
            "StatefulSet",
            "name",
            Tree.name(set),
            "uid",
            Tree.uid(set),
            "controller",
            true,
            "blockOwnerDeletion",
            true));
    return owners;
  }

  private void updateStatus(JsonObject set, List<JsonObject> pods, String revision) {
    long ready = pods.stream().filter(pod -> Conditions.isTrue(pod, "Ready")).count();
    long updated =
        pods.stream()
            .filter(pod -> Tree.text(pod, "metadata", "labels", REVISION).equals(revision))
            .count();
    write(
        ResourceType.STATEFUL_SET,
        set,
        is -> {
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("observedGeneration", Tree.number(set, 1, "metadata", "generation"));
          status.addProperty("replicas", pods.size());
          status.addProperty("readyReplicas", ready);
          status.addProperty("availableReplicas", ready);
          status.addProperty("currentReplicas", updated);
          status.addProperty("updatedReplicas", updated);
          status.addProperty("updateRevision", revision);
          status.addProperty("currentRevision", revision);
          status.addProperty("collisionCount", 0);
        });
  }
}

package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;

/** Records the Kubernetes events of controllers and of the node. */
public record EventRecorder(ObjectApi api, String component) {
  public void normal(JsonObject about, String reason, String message) {
    record(about, "Normal", reason, message);
  }

  public void warning(JsonObject about, String reason, String message) {
    record(about, "Warning", reason, message);
  }

  private void record(JsonObject about, String type, String reason, String message) {
    String namespace = Tree.namespace(about).isEmpty() ? "default" : Tree.namespace(about);
    JsonObject event =
        Tree.of(
            "metadata",
            Tree.of("generateName", Tree.name(about) + "."),
            "involvedObject",
            reference(about),
            "type",
            type,
            "reason",
            reason,
            "message",
            message,
            "count",
            1,
            "firstTimestamp",
            Times.now(),
            "lastTimestamp",
            Times.now(),
            "source",
            Tree.of("component", component),
            "reportingComponent",
            component);
    try {
      api.create(ResourceType.EVENT, namespace, event);
    } catch (ApiError e) {
      // The namespace is being deleted, and its events with it.
    }
  }

  private static JsonObject reference(JsonObject about) {
    return Tree.of(
        "apiVersion", Tree.text(about, "apiVersion"),
        "kind", Tree.text(about, "kind"),
        "namespace", Tree.namespace(about),
        "name", Tree.name(about),
        "uid", Tree.uid(about));
  }
}

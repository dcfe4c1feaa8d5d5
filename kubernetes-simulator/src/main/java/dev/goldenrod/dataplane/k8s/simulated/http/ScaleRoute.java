package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.patch.JsonPatch;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;

/** The scale subresource of StatefulSets. */
record ScaleRoute(ObjectApi api) {
  JsonObject perform(ApiRequest request) {
    if (request.type() != ResourceType.STATEFUL_SET) {
      throw ApiError.of(404, "NotFound", "the server could not find the requested resource");
    }
    ApiCall call = request.call();
    JsonObject before = api.get(call.type(), call.namespace(), call.name());
    JsonObject scale = scale(before);
    if (call.verb().equals("get")) {
      return scale;
    }
    long wanted = Tree.number(changed(request, scale), 0, "spec", "replicas");
    return scale(
        api.update(
            call.type(),
            call.namespace(),
            call.name(),
            WriteScope.OBJECT,
            object -> {
              Tree.ensure(object, "spec").addProperty("replicas", wanted);
              return object;
            }));
  }

  private static JsonObject changed(ApiRequest request, JsonObject scale) {
    if (request.call().verb().equals("update")) {
      return request.object();
    }
    return request.contentType().equals("application/json-patch+json")
        ? JsonPatch.apply(scale, request.body().getAsJsonArray())
        : JsonPatch.merge(scale, request.object());
  }

  private static JsonObject scale(JsonObject set) {
    JsonObject metadata = new JsonObject();
    for (String field : new String[] {"name", "namespace", "uid", "resourceVersion"}) {
      metadata.addProperty(field, Tree.text(set, "metadata", field));
    }
    return Tree.of(
        "kind",
        "Scale",
        "apiVersion",
        "autoscaling/v1",
        "metadata",
        metadata,
        "spec",
        Tree.of("replicas", Tree.number(set, 1, "spec", "replicas")),
        "status",
        Tree.of("replicas", Tree.number(set, 0, "status", "replicas")));
  }
}

package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.PatchOptions;
import java.util.Optional;

/** A client of the cluster in one namespace. Objects are JSON texts. */
final class TestClient {
  private final ApiClient client;
  private final String namespace;

  TestClient(ApiClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  private DynamicKubernetesApi api(ResourceType type) {
    return new DynamicKubernetesApi(type.group(), type.version(), type.plural(), client);
  }

  private static DynamicKubernetesObject object(ResourceType type, String json) {
    JsonObject object = JsonParser.parseString(json).getAsJsonObject();
    object.addProperty("apiVersion", type.apiVersion());
    object.addProperty("kind", type.kind());
    return new DynamicKubernetesObject(object);
  }

  JsonObject create(ResourceType type, String json) {
    return accepted(tryCreate(type, json));
  }

  KubernetesApiResponse<DynamicKubernetesObject> tryCreate(ResourceType type, String json) {
    DynamicKubernetesObject object = object(type, json);
    if (type.namespaced()) {
      object.setMetadata(object.getMetadata().namespace(namespace));
    }
    return api(type).create(object);
  }

  JsonObject apply(ResourceType type, String name, String manager, String json) {
    return accepted(tryApply(type, name, manager, true, json));
  }

  KubernetesApiResponse<DynamicKubernetesObject> tryApply(
      ResourceType type, String name, String manager, boolean force, String json) {
    PatchOptions options = new PatchOptions();
    options.setFieldManager(manager);
    options.setForce(force);
    V1Patch patch = new V1Patch(object(type, json).getRaw().toString());
    return api(type).patch(namespace, name, V1Patch.PATCH_FORMAT_APPLY_YAML, patch, options);
  }

  JsonObject merge(ResourceType type, String name, String json) {
    return accepted(tryPatch(type, name, V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, json));
  }

  KubernetesApiResponse<DynamicKubernetesObject> tryPatch(
      ResourceType type, String name, String format, String json) {
    V1Patch patch = new V1Patch(json);
    return type.namespaced()
        ? api(type).patch(namespace, name, format, patch)
        : api(type).patch(name, format, patch);
  }

  KubernetesApiResponse<DynamicKubernetesObject> tryUpdate(JsonObject object) {
    ResourceType type =
        ResourceType.named(object.get("apiVersion").getAsString(), object.get("kind").getAsString())
            .orElseThrow();
    return api(type).update(new DynamicKubernetesObject(object));
  }

  Optional<JsonObject> find(ResourceType type, String name) {
    KubernetesApiResponse<DynamicKubernetesObject> found =
        type.namespaced() ? api(type).get(namespace, name) : api(type).get(name);
    return found.getHttpStatusCode() == 404 ? Optional.empty() : Optional.of(accepted(found));
  }

  JsonObject get(ResourceType type, String name) {
    return find(type, name).orElseThrow();
  }

  void delete(ResourceType type, String name) {
    KubernetesApiResponse<DynamicKubernetesObject> answer =
        type.namespaced() ? api(type).delete(namespace, name) : api(type).delete(name);
    if (!answer.isSuccess()) {
      throw new AssertionError(answer.getStatus());
    }
  }

  private static JsonObject accepted(KubernetesApiResponse<DynamicKubernetesObject> answer) {
    if (!answer.isSuccess()) {
      throw new AssertionError(answer.getStatus());
    }
    return answer.getObject().getRaw();
  }
}

package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonObject;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import java.util.Optional;

/**
 * The statuses of custom resources of one kind in one namespace. Methods throw {@link
 * DataPlaneException} if the server refuses or cannot be reached. Thread-safe.
 */
final class StatusApi {
  private final ApiClient client;
  private final CustomObjectsApi api;
  private final ObjectKind kind;
  private final String namespace;
  private final Reachability server;

  StatusApi(ApiClient client, ObjectKind kind, String namespace, Reachability server) {
    this.client = client;
    this.api = new CustomObjectsApi(client);
    this.kind = kind;
    this.namespace = namespace;
    this.server = server;
  }

  /** Patches the status; empty if the object is gone or was changed meanwhile. */
  Optional<DynamicKubernetesObject> mergeUnlessChanged(String name, JsonObject patch) {
    return new RetryingCall("change the status of " + kind.of(name), server)
        .makeUnlessThere(() -> mergeOnce(name, patch));
  }

  private KubernetesApiResponse<DynamicKubernetesObject> mergeOnce(String name, JsonObject patch) {
    V1Patch body = new V1Patch(patch.toString());
    try {
      JsonObject changed =
          PatchUtils.patch(
              JsonObject.class,
              () ->
                  api.patchNamespacedCustomObjectStatus(
                          kind.group(), kind.version(), namespace, kind.plural(), name, body)
                      .fieldManager(ObjectApi.FIELD_MANAGER)
                      .buildCall(null),
              V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
              client);
      return new KubernetesApiResponse<>(new DynamicKubernetesObject(changed));
    } catch (ApiException e) {
      if (e.getCause() instanceof IOException) {
        throw new IllegalStateException(e.getCause());
      }
      return new KubernetesApiResponse<>(ApiErrors.status(e), e.getCode());
    }
  }
}

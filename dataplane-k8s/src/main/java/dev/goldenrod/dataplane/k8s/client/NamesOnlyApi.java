package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesListObject;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.util.Set;

/**
 * Lists only the names and versions of objects, page by page: the contents are the users' own, and
 * can be so large that some dozens would fill the server's memory.
 */
final class NamesOnlyApi extends DynamicKubernetesApi {
  private static final int PAGE = 5;
  private static final Set<String> OF_OBJECT = Set.of("apiVersion", "kind", "metadata");
  private static final Set<String> OF_METADATA =
      Set.of("name", "namespace", "uid", "resourceVersion");

  NamesOnlyApi(ObjectKind kind, ApiClient client) {
    super(kind.group(), kind.version(), kind.plural(), client);
  }

  static void strip(DynamicKubernetesObject object) {
    strip(object.getRaw());
  }

  private static void strip(JsonObject object) {
    object.keySet().retainAll(OF_OBJECT);
    object.getAsJsonObject("metadata").keySet().retainAll(OF_METADATA);
  }

  @Override
  public KubernetesApiResponse<DynamicKubernetesListObject> list(ListOptions options) {
    options.setLimit(PAGE);
    JsonArray all = new JsonArray();
    while (true) {
      KubernetesApiResponse<DynamicKubernetesListObject> page = super.list(options);
      if (!page.isSuccess()) {
        return page;
      }
      JsonObject list = page.getObject().getRaw();
      list.getAsJsonArray("items").forEach(item -> strip(item.getAsJsonObject()));
      all.addAll(list.getAsJsonArray("items"));
      String next = page.getObject().getMetadata().getContinue();
      if (next == null || next.isEmpty()) {
        list.add("items", all);
        return page;
      }
      options.setContinue(next);
    }
  }
}

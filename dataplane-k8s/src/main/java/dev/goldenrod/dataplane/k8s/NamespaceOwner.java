package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.UUID;

/** Whose databases a namespace has: a ConfigMap in it says so, which the first store makes. */
record NamespaceOwner(ClusterApi cluster) {
  private static final String NAME = "goldenrod-owner";
  private static final String ORGANISATION = "organisation";

  /**
   * Makes the namespace that store's, unless it is already.
   *
   * @throws DataPlaneException when it is another store's, or there is no such namespace
   */
  void claim(UUID store) {
    String known = known(store);
    if (!store.toString().equals(known)) {
      throw new DataPlaneException(
          "what namespace %s holds is another store's, whose organisation is %s: use that store or its backup, or another --kube-namespace; or delete the namespace's ConfigMap %s, and this store removes all of it at its second start"
              .formatted(cluster.namespace(), known, NAME));
    }
  }

  private String known(UUID store) {
    Map<String, String> data = cluster.configMaps().api().createIfMissing(mark(store)).getData();
    return data == null ? "" : data.getOrDefault(ORGANISATION, "");
  }

  private static V1ConfigMap mark(UUID store) {
    return new V1ConfigMap()
        .apiVersion("v1")
        .kind("ConfigMap")
        .metadata(new V1ObjectMeta().name(NAME).labels(Labels.ours()))
        .immutable(true)
        .data(Map.of(ORGANISATION, store.toString()));
  }
}

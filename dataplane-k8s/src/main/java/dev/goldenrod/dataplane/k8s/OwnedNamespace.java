package dev.goldenrod.dataplane.k8s;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.StoreMark;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of a namespace, and the store that owns it: how far that store had come is recorded
 * in a ConfigMap of the namespace. Releases without marks wrote immutable ConfigMaps that name the
 * organization only.
 */
record OwnedNamespace(ClusterApi cluster) {
  private static final String EVERY_CLUSTER_HAS = "kube-system";
  private static final String NAME = "goldenrod-owner";
  private static final String ORGANISATION = "organisation";
  private static final String NUMBER = "number";
  private static final String TOKEN = "token";
  private static final String MARKED_AT = "marked-at";

  /**
   * Returns the identity, unique across clusters: the UID of the cluster's {@code kube-system}
   * namespace and the namespace's name. One store may have databases in several namespaces of a
   * cluster, each with its own servers.
   */
  String identity() {
    return clusterUid() + "/" + cluster.namespace();
  }

  private String clusterUid() {
    return cluster
        .namespaces()
        .get(EVERY_CLUSTER_HAS)
        .map(V1Namespace::getMetadata)
        .map(metadata -> Objects.requireNonNull(metadata.getUid()))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "the cluster has no namespace "
                        + EVERY_CLUSTER_HAS
                        + "; is it a Kubernetes cluster?"));
  }

  Optional<StoreMark> mark() {
    return configMaps().get(NAME).map(OwnedNamespace::read);
  }

  /** Replaces the expected mark with the next one; returns false if there is another mark. */
  boolean replace(Optional<StoreMark> expected, StoreMark next) {
    Optional<V1ConfigMap> found = configMaps().get(NAME);
    if (!found.map(OwnedNamespace::read).equals(expected)) {
      return false;
    }
    if (found.isPresent() && !Boolean.TRUE.equals(found.get().getImmutable())) {
      return configMaps().mergeUnlessChanged(NAME, patch(found.get(), next)).isPresent();
    }
    found.ifPresent(this::delete);
    return read(configMaps().createIfMissing(manifest(next))).equals(next);
  }

  private void delete(V1ConfigMap old) {
    configMaps().delete(NAME, String.valueOf(old.getMetadata().getUid()));
  }

  private ObjectApi<V1ConfigMap> configMaps() {
    return cluster.configMaps();
  }

  private static StoreMark read(V1ConfigMap object) {
    Map<String, String> data = object.getData() == null ? Map.of() : object.getData();
    UUID owner = UUID.fromString(data.getOrDefault(ORGANISATION, ""));
    return data.containsKey(NUMBER)
        ? new StoreMark(
            owner,
            Long.parseLong(data.get(NUMBER)),
            UUID.fromString(data.getOrDefault(TOKEN, "")),
            Instant.parse(data.getOrDefault(MARKED_AT, "")))
        : StoreMark.ofOwner(owner);
  }

  private static JsonObject patch(V1ConfigMap found, StoreMark next) {
    JsonObject data = new JsonObject();
    data(next).forEach(data::addProperty);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", found.getMetadata().getResourceVersion());
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("data", data);
    return patch;
  }

  private static V1ConfigMap manifest(StoreMark mark) {
    return new V1ConfigMap()
        .apiVersion("v1")
        .kind("ConfigMap")
        .metadata(new V1ObjectMeta().name(NAME).labels(Labels.ours()))
        .data(data(mark));
  }

  private static Map<String, String> data(StoreMark mark) {
    return Map.of(
        ORGANISATION, mark.owner().toString(),
        NUMBER, Long.toString(mark.number()),
        TOKEN, mark.token().toString(),
        MARKED_AT, mark.at().toString());
  }
}

package dev.goldenrod.dataplane.k8s.version;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseInfoAnnotation;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The Secret of a golden version, and the patches of its snapshot's content. */
final class VersionManifests {
  private static final String HANDLE = "goldenrod.dev/handle";
  private static final String FILES = "file.";
  private static final String RECORD = "record.json";

  private VersionManifests() {}

  static String name(UUID id) {
    return "version-" + id;
  }

  static V1Secret secret(SavedVersion version) {
    Map<String, byte[]> data = new HashMap<>();
    version.files().forEach((name, content) -> data.put(FILES + name, content));
    data.put(RECORD, version.record());
    Map<String, String> annotations = new HashMap<>(version.build().annotations());
    annotations.put(HANDLE, version.handle());
    annotations.put(DatabaseInfoAnnotation.ANNOTATION, DatabaseInfoAnnotation.text(version.info()));
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(
            new V1ObjectMeta()
                .name(name(version.id()))
                .labels(Labels.of(Labels.VERSION, version.id()))
                .annotations(annotations))
        .type("Opaque")
        .data(data);
  }

  static Optional<String> handle(V1Secret secret) {
    return Annotations.of(secret, HANDLE);
  }

  static SavedVersion version(V1Secret secret) {
    Map<String, byte[]> files = new HashMap<>();
    Map<String, byte[]> data = Objects.requireNonNullElse(secret.getData(), Map.of());
    data.forEach(
        (key, content) -> {
          if (key.startsWith(FILES)) {
            files.put(key.substring(FILES.length()), content);
          }
        });
    return new SavedVersion(
        Labels.id(secret, Labels.VERSION).orElseThrow(() -> damaged(secret)),
        handle(secret).orElseThrow(() -> damaged(secret)),
        DatabaseInfoAnnotation.of(secret).orElseThrow(() -> damaged(secret)),
        files,
        EngineBuild.of(secret),
        data.getOrDefault(RECORD, new byte[0]));
  }

  /** Makes the content outlive its VolumeSnapshot, and labels it with the version's id. */
  static JsonObject retainPatch(UUID id) {
    JsonObject labels = new JsonObject();
    Labels.of(Labels.VERSION, id).forEach(labels::addProperty);
    JsonObject metadata = new JsonObject();
    metadata.add("labels", labels);
    JsonObject patch = policy("Retain");
    patch.add("metadata", metadata);
    return patch;
  }

  /** Makes the driver's snapshot be deleted with its content. */
  static JsonObject deletePatch() {
    return policy("Delete");
  }

  private static JsonObject policy(String name) {
    JsonObject spec = new JsonObject();
    spec.add("deletionPolicy", new JsonPrimitive(name));
    JsonObject patch = new JsonObject();
    patch.add("spec", spec);
    return patch;
  }

  private static DataPlaneException damaged(V1Secret secret) {
    return new DataPlaneException(
        "Secret %s was changed and no longer describes a golden version; import it again"
            .formatted(secret.getMetadata().getName()));
  }
}

package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A golden version whose volume this data plane made, as saved in a Secret.
 *
 * @param id of the import or archive that it was made from
 * @param handle the CSI driver's id of the snapshot
 * @param files the data's private files, by their names
 * @param build the programs that made the data
 * @param record the import's result, as JSON
 */
public record SavedVersion(
    UUID id,
    String handle,
    DatabaseInfo info,
    Map<String, byte[]> files,
    EngineBuild build,
    byte[] record) {
  private static final String HANDLE = "goldenrod.dev/handle";
  private static final String FILES = "file.";
  private static final String RECORD = "record.json";

  public SavedVersion {
    Objects.requireNonNull(id);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(info);
    files = Map.copyOf(files);
    Objects.requireNonNull(build);
    Objects.requireNonNull(record);
  }

  /** Returns the name of the version's Secret. */
  static String name(UUID id) {
    return "version-" + id;
  }

  V1Secret secret() {
    Map<String, byte[]> data = new HashMap<>();
    files.forEach((name, content) -> data.put(FILES + name, content));
    data.put(RECORD, record);
    Map<String, String> annotations = new HashMap<>(build.annotations());
    annotations.put(HANDLE, handle);
    annotations.put(Annotations.INFO, Annotations.infoText(info));
    return PodParts.secret(
            new V1ObjectMeta()
                .name(name(id))
                .labels(Labels.of(Labels.VERSION, id))
                .annotations(annotations))
        .data(data);
  }

  static Optional<String> handleOf(V1Secret secret) {
    return Annotations.of(secret, HANDLE);
  }

  /**
   * @throws DataPlaneException if the Secret is damaged
   */
  static SavedVersion of(V1Secret secret) {
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
        handleOf(secret).orElseThrow(() -> damaged(secret)),
        Annotations.info(secret).orElseThrow(() -> damaged(secret)),
        files,
        EngineBuild.of(secret),
        data.getOrDefault(RECORD, new byte[0]));
  }

  /** Returns the import's result; empty if it is damaged. */
  public Optional<StepRecord> stepRecord() {
    return SavedJson.read(record, StepRecord.class);
  }

  public SavedData data() {
    return new SavedData(info, files, build);
  }

  private static DataPlaneException damaged(V1Secret secret) {
    return new DataPlaneException(
        "Secret %s was changed and no longer describes a golden version; import it again"
            .formatted(secret.getMetadata().getName()));
  }
}

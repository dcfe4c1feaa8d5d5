package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.DatabaseInfo;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * A golden version whose volume this data plane made.
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
  public SavedVersion {
    Objects.requireNonNull(id);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(info);
    files = Map.copyOf(files);
    Objects.requireNonNull(build);
    Objects.requireNonNull(record);
  }

  public SavedData data() {
    return new SavedData(info, files, build);
  }
}

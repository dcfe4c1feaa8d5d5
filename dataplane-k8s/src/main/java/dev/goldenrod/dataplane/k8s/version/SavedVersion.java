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
 * @param id of the import that made it
 * @param handle the CSI driver's, of the snapshot
 * @param info what is known of the data
 * @param files the private files that go with the data, by their names
 * @param build the programs that made the data
 * @param record what the import keeps of it
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

  /** What goes with the data, wherever it is copied to. */
  public SavedData data() {
    return new SavedData(info, files, build);
  }
}

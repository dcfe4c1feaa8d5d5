package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import okio.Buffer;

/**
 * The metadata that follows data to each of its copies.
 *
 * @param files the data's private files, by their names
 * @param build the programs that made or last served the data
 */
public record SavedData(DatabaseInfo info, Map<String, byte[]> files, EngineBuild build) {
  public SavedData {
    Objects.requireNonNull(build);
    files = Map.copyOf(files);
  }

  /**
   * Reads the metadata from a Secret.
   *
   * @param secret as read live
   * @throws DataPlaneException if the Secret does not tell what the data is
   */
  public static SavedData of(V1Secret secret, SecretFiles files) {
    DatabaseInfo info =
        Annotations.info(secret)
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "Secret %s does not describe its data: annotation %s is missing or damaged"
                            .formatted(secret.getMetadata().getName(), Annotations.INFO)));
    return new SavedData(info, files.all(), EngineBuild.of(secret));
  }

  /** Returns a digest of the private files, to be stored where the files themselves are not. */
  public String fingerprint() {
    Buffer all = new Buffer();
    new TreeMap<>(files)
        .forEach(
            (name, content) -> all.writeUtf8(name + ' ' + content.length + ' ').write(content));
    return all.sha256().hex();
  }
}

package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.SavedInfo;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Map;

/**
 * What goes with data, wherever it is copied to.
 *
 * @param files its private files, by their names
 */
public record SavedData(DatabaseInfo info, Map<String, byte[]> files) {
  public SavedData {
    files = Map.copyOf(files);
  }

  /**
   * What a Secret keeps of data.
   *
   * @param secret as read live
   * @param files its private files
   * @throws DataPlaneException when it does not tell what the data is
   */
  public static SavedData of(V1Secret secret, SecretFiles files) {
    DatabaseInfo info =
        SavedInfo.of(secret)
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "Secret %s does not tell what its data is: its annotation %s is gone or damaged"
                            .formatted(secret.getMetadata().getName(), SavedInfo.ANNOTATION)));
    return new SavedData(info, files.all());
  }
}

package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.SavedInfo;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What goes with data, wherever it is copied to.
 *
 * @param files its private files, by their names
 * @param build the programs that it was made or last served by
 */
public record SavedData(DatabaseInfo info, Map<String, byte[]> files, EngineBuild build) {
  public SavedData {
    Objects.requireNonNull(build);
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
    return new SavedData(info, files.all(), EngineBuild.of(secret));
  }

  /** What tells the private files from others, where they themselves are not kept. */
  public String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new TreeMap<>(files)
          .forEach(
              (name, content) -> {
                digest.update((name + ' ' + content.length + ' ').getBytes(StandardCharsets.UTF_8));
                digest.update(content);
              });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.DatabaseInfo;
import java.util.Map;
import java.util.Optional;

/**
 * The instructions for making a prepared snapshot.
 *
 * @param name of the Secret of the finished snapshot
 * @param label of all of its objects
 * @param type the engine's, as in {@code postgresql}
 * @param annotations of its Secret
 * @param imageName the configured image: data that another one made is replaced; empty for any
 */
record Recipe(
    String name,
    String label,
    String type,
    Map<String, String> annotations,
    Optional<String> imageName,
    Filling filling) {
  /** Makes the data on the volume of a staging place. Its pods have ended on return. */
  interface Filling {
    Filled fill(StagingPod staging);
  }

  /**
   * @param build the programs that made the data
   */
  record Filled(DatabaseInfo info, EngineBuild build) {}
}

package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.DatabaseInfo;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be made.
 *
 * @param name of the Secret that tells of it when it is there
 * @param label that all of its objects have
 * @param type the engine's, as in {@code postgresql}
 * @param annotations that its Secret is to have
 * @param imageName of what it is to be made by, as configured: what another one made is made anew;
 *     empty for any
 */
record Recipe(
    String name,
    String label,
    String type,
    Map<String, String> annotations,
    Optional<String> imageName,
    Filling filling) {
  /** Makes the data on the volume of a staging place, whose pods have ended when it returns. */
  interface Filling {
    Filled fill(StagingPod staging);
  }

  /**
   * What was made.
   *
   * @param build the programs that made it
   */
  record Filled(DatabaseInfo info, EngineBuild build) {}
}

package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.port.VersionRef;

/** Which volume holds a version. */
@FunctionalInterface
public interface GoldenVolumes {
  /**
   * The name of the frozen volume that the version's clones are made of. Copies a registered data
   * directory in when it is needed for the first time, which takes its time. Thread-safe.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume or directory; the
   *     message names the golden, the version and the way out
   */
  String volumeOf(VersionRef version);
}

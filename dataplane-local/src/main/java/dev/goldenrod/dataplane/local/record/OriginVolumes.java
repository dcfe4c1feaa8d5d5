package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.port.VersionRef;

/** Finds the volumes that databases are cloned from. Thread-safe. */
public interface OriginVolumes {
  /**
   * Returns the name of the version's frozen volume. The first call for a registered data directory
   * copies it, which takes time.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the volume or directory does not exist; the
   *     message names the golden, the version and the way out
   */
  public String ofVersion(VersionRef version);

  /**
   * Returns the name of the frozen volume with an empty database, which the first call creates.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the engine is not installed, or fails
   */
  public String ofBlank(String type, String release);
}

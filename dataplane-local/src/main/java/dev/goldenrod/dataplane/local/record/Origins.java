package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.port.VersionRef;

/** Which volume holds what databases begin with. Thread-safe. */
public interface Origins {
  /**
   * The name of the frozen volume that the version's clones are made of. Copies a registered data
   * directory in when it is needed for the first time, which takes its time.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume or directory; the
   *     message names the golden, the version and the way out
   */
  public String ofVersion(VersionRef version);

  /**
   * The name of the frozen volume with an empty database. It is made when it is needed for the
   * first time, which takes its time.
   *
   * @throws dev.goldenrod.port.DataPlaneException when the engine is not there, or fails
   */
  public String ofBlank(String type, String release);
}

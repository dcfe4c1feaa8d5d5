package dev.goldenrod.port;

/** The volumes of golden versions that a data plane has. */
public interface VersionVolumes {
  /**
   * Removes the volume of a version. No database is being made of it, and none will be asked for;
   * those that were made of it stay, with all they have. A handle that this data plane did not make
   * is left as it is; copies of it that the data plane made go.
   *
   * @return whether nothing of it is left; until then, to be called again
   */
  boolean remove(VersionRef version);
}

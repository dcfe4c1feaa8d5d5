package dev.goldenrod.port;

import java.util.Optional;

/** The volumes of golden versions that a data plane has. */
public interface VersionVolumes {
  /**
   * Why no version can be registered by that handle; empty when one can, or when only the first
   * clone will show whether one can. Looks at little and copies nothing.
   */
  default Optional<String> problemOf(String handle) {
    return Optional.empty();
  }

  /**
   * Removes the volume of a version. No database is being made of it, and none will be asked for;
   * those that were made of it stay, with all they have. A handle that this data plane did not make
   * is left as it is; copies of it that the data plane made go.
   *
   * @return whether nothing of it is left; until then, to be called again
   */
  boolean remove(VersionRef version);
}

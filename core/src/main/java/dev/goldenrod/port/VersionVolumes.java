package dev.goldenrod.port;

import java.util.Optional;

/** The volumes of golden versions in a data plane. */
public interface VersionVolumes {
  /**
   * Returns why no version can be registered with the handle; empty when one can, or when only the
   * first clone will show it. The check is brief and copies nothing.
   */
  default Optional<String> problemOf(String handle) {
    return Optional.empty();
  }

  /**
   * Removes the volume of a version. No database must be in the course of being made from it;
   * existing databases keep all their data. A handle that this data plane did not make is left as
   * it is, but the data plane's copies of it are removed.
   *
   * @return whether all is removed; if not, the method has to be called again
   */
  boolean remove(VersionRef version);
}

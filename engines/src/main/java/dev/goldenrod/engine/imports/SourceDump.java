package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.Preparation;

/** A dump in the files of the work that made it, and what has to be known to load it. */
public interface SourceDump {
  /** What has to be known beside the files, as JSON. */
  byte[] toJson();

  /**
   * Loads the dump into empty data, which is cleanly shut down then. That runs what the source has
   * defined, and needs no connection to it.
   *
   * @throws dev.goldenrod.port.DataPlaneException when a tool or a statement fails, or the import
   *     is cancelled
   */
  void load(Preparation data, ImportWork work);
}

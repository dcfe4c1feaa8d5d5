package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.DataDirectoryContext;

/** A dump, and what must be known to load it. The files belong to the work that made it. */
public interface SourceDump {
  /** Returns all data of this object except the files, as JSON. */
  byte[] toJson();

  /**
   * Loads the dump into empty data and shuts it down cleanly. This runs code that the source
   * defined, and needs no connection to the source.
   *
   * @throws dev.goldenrod.port.DataPlaneException if a tool or a statement fails, or the import is
   *     cancelled
   */
  void load(DataDirectoryContext data, ImportWork work);
}

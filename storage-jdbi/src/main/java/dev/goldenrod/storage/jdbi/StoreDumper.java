package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Dumps one store. */
@FunctionalInterface
public interface StoreDumper {
  /**
   * Writes a consistent dump of all rows, and leaves the stream open.
   *
   * @throws StoreException if the tables are of a newer release, or cannot be read
   * @throws UncheckedIOException if the stream cannot be written
   */
  StoreContents dump(OutputStream out);
}

package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes all rows of one store. */
@FunctionalInterface
public interface StoreDumper {
  /**
   * Writes all rows as they are at one moment, and leaves the stream open.
   *
   * @throws StoreException when the tables are a newer release's, or cannot be read
   * @throws UncheckedIOException when the stream takes no more
   */
  StoreContents dump(OutputStream out);
}

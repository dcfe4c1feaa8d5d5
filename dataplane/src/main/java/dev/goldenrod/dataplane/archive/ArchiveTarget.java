package dev.goldenrod.dataplane.archive;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** The destination of an archive's files, which are written in order. Not thread-safe. */
public interface ArchiveTarget {
  /**
   * Free space of the target.
   *
   * @param bytes for files and directories together
   * @param more how to get more space, as the end of an error message
   */
  record Room(long bytes, String more) {}

  Room room();

  /**
   * Creates a directory.
   *
   * @param path relative to the data directory; empty for the data directory, which must not exist
   */
  void makeFolder(String path) throws IOException;

  /** Creates a file of {@code size} bytes in a directory that was created before. */
  WritableByteChannel makeFile(String path, long size) throws IOException;
}

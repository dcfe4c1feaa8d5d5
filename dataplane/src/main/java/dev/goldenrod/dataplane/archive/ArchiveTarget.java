package dev.goldenrod.dataplane.archive;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** Where the files of an archive go, one after another. One thread. */
public interface ArchiveTarget {
  /**
   * How many bytes it can take.
   *
   * @param bytes of files and folders together
   * @param more how to get more room, as the end of a message
   */
  record Room(long bytes, String more) {}

  /** What is left for the archive. */
  Room room();

  /**
   * Makes a folder.
   *
   * @param path below the data directory, or empty for that itself, which does not exist yet
   */
  void makeFolder(String path) throws IOException;

  /**
   * Makes a file in a folder that was made before.
   *
   * @param size how many bytes follow before the channel is closed
   */
  WritableByteChannel makeFile(String path, long size) throws IOException;
}

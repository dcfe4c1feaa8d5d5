package dev.goldenrod.dataplane.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads the files of a snapshot, which never change. Thread-safe. */
public interface FilePieces {
  /**
   * A part of a file that is wanted.
   *
   * @param path below the data directory
   * @param position of its first byte in the file
   * @param target is to be filled
   */
  record Piece(String path, long position, ByteBuffer target) {}

  /**
   * Fills the targets, all of one part of an archive and in its order.
   *
   * @throws IOException when a file cannot be read, or is shorter than it was
   */
  void read(List<Piece> pieces) throws IOException;
}

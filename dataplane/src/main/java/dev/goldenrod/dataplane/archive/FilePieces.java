package dev.goldenrod.dataplane.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads the files of a snapshot, which never change. Thread-safe. */
public interface FilePieces {
  /**
   * A range of a file to read.
   *
   * @param path relative to the data directory
   * @param position of the first byte in the file
   * @param target is filled completely
   */
  record Piece(String path, long position, ByteBuffer target) {}

  /**
   * Fills the targets of all pieces, which come in the order of the archive.
   *
   * @throws IOException if a file cannot be read or has become shorter
   */
  void read(List<Piece> pieces) throws IOException;
}

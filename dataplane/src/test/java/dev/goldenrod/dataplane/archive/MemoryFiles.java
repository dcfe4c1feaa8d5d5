package dev.goldenrod.dataplane.archive;

import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile;
import dev.goldenrod.dataplane.archive.SnapshotTar.FilePieces;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Snapshot files in memory. */
final class MemoryFiles implements FilePieces {
  final SortedMap<String, ArchivedFile> kinds = new TreeMap<>();
  private final Map<String, byte[]> contents = new HashMap<>();

  MemoryFiles folder(String path) {
    kinds.put(path, new ArchivedFile(ArchivedFile.Kind.FOLDER, 0));
    return this;
  }

  MemoryFiles file(String path, byte[] content) {
    kinds.put(path, new ArchivedFile(ArchivedFile.Kind.PLAIN, content.length));
    contents.put(path, content);
    return this;
  }

  @Override
  public void read(List<Piece> pieces) {
    pieces.forEach(
        piece ->
            piece
                .target()
                .put(
                    contents.get(piece.path()),
                    (int) piece.position(),
                    piece.target().remaining()));
  }
}

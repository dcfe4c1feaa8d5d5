package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.dataplane.archive.ArchivedFile;
import dev.goldenrod.dataplane.archive.ArchivedFile.Kind;
import dev.goldenrod.dataplane.archive.FilePieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of one snapshot, by their path in the archive. Thread-safe. */
record SnapshotFiles(SortedMap<String, Path> files) implements FilePieces {
  SortedMap<String, ArchivedFile> kinds() throws IOException {
    SortedMap<String, ArchivedFile> kinds = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      kinds.put(file.getKey(), kind(file.getValue()));
    }
    return kinds;
  }

  private static ArchivedFile kind(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return new ArchivedFile(Kind.FOLDER, 0);
    }
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? new ArchivedFile(Kind.PLAIN, Files.size(file))
        : new ArchivedFile(Kind.OTHER, 0);
  }

  @Override
  public void read(List<Piece> pieces) throws IOException {
    for (Piece piece : pieces) {
      read(files.get(piece.path()), piece.target(), piece.position());
    }
  }

  private static void read(Path file, ByteBuffer target, long position) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long at = position;
      while (target.hasRemaining()) {
        int count = channel.read(target, at);
        if (count < 0) {
          throw new IOException(file + " became shorter while it was read");
        }
        at += count;
      }
    }
  }
}

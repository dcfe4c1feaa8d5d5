package dev.goldenrod.dataplane.archive;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.archive.SnapshotTar.FilePieces.Piece;
import dev.goldenrod.port.ArchiveRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The tar archive of a snapshot. Any part can be made without the parts before it, because the
 * position of each file follows from names and sizes alone. Immutable.
 */
public final class SnapshotTar {
  static final String FOLDER = "data";

  /** Uncompressed size of every part except the last. */
  static final int PART_BYTES = 4 << 20;

  /**
   * Names of files, in any directory, that exports omit and imports refuse. postgresql.auto.conf
   * may contain commands to run; backup_label, tablespace_map, recovery.signal and standby.signal
   * request another recovery than after a crash; the others are the state of the original server's
   * process and its catalog cache.
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "backup_label",
          "pg_internal.init",
          "postgresql.auto.conf",
          "postmaster.opts",
          "postmaster.pid",
          "recovery.signal",
          "standby.signal",
          "tablespace_map");

  private static final String SLOTS = "pg_replslot/";
  private static final int END_BYTES = 2 * TarEntry.BLOCK;

  /** A file of a snapshot that is exported. Its size, in bytes, is 0 except for plain files. */
  public record ArchivedFile(Kind kind, long size) {
    public enum Kind {
      PLAIN,
      FOLDER,
      /** A link or a device, for example: archives cannot contain it. */
      OTHER
    }

    public ArchivedFile {
      Objects.requireNonNull(kind);
    }
  }

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

  /** An entry and the position of its header. */
  private record PositionedEntry(TarEntry entry, long at) {}

  private final List<PositionedEntry> entries = new ArrayList<>();
  private final FilePieces files;
  private byte[] facts = {};
  private long end;

  private SnapshotTar(FilePieces files) {
    this.files = files;
  }

  /**
   * Returns the archive of a PostgreSQL snapshot.
   *
   * @param found all files of the snapshot, by their paths relative to the data directory
   * @throws ArchiveRefusedException if the snapshot contains something that archives cannot hold
   */
  public static SnapshotTar of(
      ArchiveFacts.Origin origin, SortedMap<String, ArchivedFile> found, FilePieces files) {
    List<TarEntry> entries = new ArrayList<>();
    entries.add(new TarEntry(FOLDER, true, 0));
    found.forEach(
        (path, file) -> {
          if (!isLeftOut(path)) {
            entries.add(entry(path, file));
          }
        });
    long bytes = entries.stream().mapToLong(TarEntry::size).sum();
    SnapshotTar tar = new SnapshotTar(files);
    tar.facts = ArchiveFacts.of(origin, entries.size(), bytes).json();
    tar.add(new TarEntry(ArchiveFacts.FILE, false, tar.facts.length));
    entries.forEach(tar::add);
    return tar;
  }

  /** Returns whether archives omit the file with this path in the data directory. */
  static boolean isLeftOut(String path) {
    return path.startsWith(SLOTS) || LEFT_OUT.contains(path.substring(path.lastIndexOf('/') + 1));
  }

  private static TarEntry entry(String path, ArchivedFile file) {
    if (file.kind() == ArchivedFile.Kind.OTHER) {
      throw new ArchiveRefusedException(
          "the snapshot cannot be exported: its %s is neither a file nor a directory (a tablespace, for example); dump the database instead"
              .formatted(path));
    }
    return new TarEntry(FOLDER + "/" + path, file.kind() == ArchivedFile.Kind.FOLDER, file.size());
  }

  private void add(TarEntry entry) {
    entries.add(new PositionedEntry(entry, end));
    end += entry.bytes();
  }

  private long totalBytes() {
    return end + END_BYTES;
  }

  public int parts() {
    return Math.toIntExact((totalBytes() + PART_BYTES - 1) / PART_BYTES);
  }

  /** Returns a part, compressed. Throws if there is none with this number. */
  public ArchivePart part(int number) throws IOException {
    if (number < 0 || number >= parts()) {
      throw new ArchiveRefusedException(
          "the archive has parts 0 to %d, but no part %d".formatted(parts() - 1, number));
    }
    long from = (long) number * PART_BYTES;
    ByteBuffer plain = ByteBuffer.allocate((int) Math.min(PART_BYTES, totalBytes() - from));
    fill(plain, from);
    ByteArrayOutputStream packed = new ByteArrayOutputStream(PART_BYTES / 4);
    try (GZIPOutputStream gzip = new FastGzip(packed)) {
      gzip.write(plain.array());
    }
    return new ArchivePart(packed.toByteArray(), parts());
  }

  /** Higher compression levels take three times as long to save a fifth of the size. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Leaves the end of the buffer zero where the archive ends, which is made of zero blocks. */
  private void fill(ByteBuffer plain, long from) throws IOException {
    List<Piece> pieces = new ArrayList<>();
    int index = indexAt(from);
    while (plain.hasRemaining() && index < entries.size()) {
      PositionedEntry positioned = entries.get(index);
      put(positioned.entry(), from + plain.position() - positioned.at(), plain, pieces);
      index++;
    }
    if (!pieces.isEmpty()) {
      files.read(pieces);
    }
  }

  private void put(TarEntry entry, long into, ByteBuffer plain, List<Piece> pieces) {
    long position = into;
    if (position < TarEntry.BLOCK) {
      int length = Math.min(plain.remaining(), TarEntry.BLOCK - (int) position);
      plain.put(entry.header(), (int) position, length);
      position += length;
    }
    long left = TarEntry.BLOCK + entry.size() - position;
    if (left > 0 && plain.hasRemaining()) {
      int length = (int) Math.min(plain.remaining(), left);
      putContent(entry, position - TarEntry.BLOCK, plain.slice(plain.position(), length), pieces);
      plain.position(plain.position() + length);
      position += length;
    }
    long padding = entry.bytes() - position;
    plain.position(plain.position() + (int) Math.min(plain.remaining(), padding));
  }

  private void putContent(TarEntry entry, long position, ByteBuffer target, List<Piece> pieces) {
    if (entry.name().equals(ArchiveFacts.FILE)) {
      target.put(facts, (int) position, target.remaining());
    } else {
      pieces.add(new Piece(entry.name().substring(FOLDER.length() + 1), position, target));
    }
  }

  private int indexAt(long position) {
    int low = 0;
    int high = entries.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).at() <= position) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return position >= end ? entries.size() : low;
  }
}

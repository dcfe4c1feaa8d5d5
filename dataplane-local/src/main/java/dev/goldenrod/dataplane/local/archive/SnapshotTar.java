package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.port.ArchiveRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A snapshot's tar archive, of which any part can be made without those before it: where each file
 * is in it follows from names and sizes alone. Immutable.
 */
final class SnapshotTar {
  static final String FOLDER = "data";

  /** What a part inflates to, the last one excepted. */
  static final int PART_BYTES = 4 << 20;

  /**
   * What belongs to the server that ran, and to none that starts on a copy: settings, among them
   * commands to run, and orders to recover in some other way than from a crash.
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

  /** One entry and where its header begins. */
  private record Placed(TarEntry entry, long at, Content content) {}

  /** Reads bytes of a file into the rest of the buffer, from that position. */
  private interface Content {
    void read(ByteBuffer target, long position) throws IOException;
  }

  private final List<Placed> entries = new ArrayList<>();
  private long end;

  private SnapshotTar() {}

  /**
   * The archive of the snapshot of PostgreSQL with those files.
   *
   * @param release as in {@code 15}
   * @param database the name of the one that it is of; may be empty
   * @throws ArchiveRefusedException when something of it cannot be in an archive
   */
  static SnapshotTar of(
      String engine, String release, UUID snapshot, String database, SortedMap<String, Path> files)
      throws IOException {
    List<TarEntry> found = new ArrayList<>();
    List<Content> contents = new ArrayList<>();
    found.add(new TarEntry(FOLDER, true, 0));
    contents.add((target, position) -> {});
    for (Map.Entry<String, Path> file : files.entrySet()) {
      if (!isLeftOut(file.getKey())) {
        found.add(entry(file.getKey(), file.getValue()));
        contents.add((target, position) -> readFile(file.getValue(), target, position));
      }
    }
    long bytes = found.stream().mapToLong(TarEntry::size).sum();
    byte[] facts =
        ArchiveFacts.here(engine, release, snapshot, database, found.size(), bytes).json();
    SnapshotTar tar = new SnapshotTar();
    tar.add(
        new TarEntry(ArchiveFacts.FILE, false, facts.length),
        (target, position) -> target.put(facts, (int) position, target.remaining()));
    for (int i = 0; i < found.size(); i++) {
      tar.add(found.get(i), contents.get(i));
    }
    return tar;
  }

  /** Whether no archive has that file of a data directory. */
  static boolean isLeftOut(String path) {
    return path.startsWith(SLOTS) || LEFT_OUT.contains(path.substring(path.lastIndexOf('/') + 1));
  }

  private static TarEntry entry(String path, Path file) throws IOException {
    boolean isDirectory = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    if (!isDirectory && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new ArchiveRefusedException(
          "the snapshot cannot be exported: %s in it is neither a file nor a directory, as a tablespace would be; dump the database instead"
              .formatted(path));
    }
    return new TarEntry(FOLDER + "/" + path, isDirectory, isDirectory ? 0 : Files.size(file));
  }

  private void add(TarEntry entry, Content content) {
    entries.add(new Placed(entry, end, content));
    end += entry.bytes();
  }

  private long totalBytes() {
    return end + END_BYTES;
  }

  /** How many parts it has. */
  int parts() {
    return Math.toIntExact((totalBytes() + PART_BYTES - 1) / PART_BYTES);
  }

  /**
   * The part, compressed.
   *
   * @throws ArchiveRefusedException when there is none of that number
   */
  ArchivePart part(int number) throws IOException {
    if (number < 0 || number >= parts()) {
      throw new ArchiveRefusedException(
          "the archive has parts 0 to %d, and none of number %d".formatted(parts() - 1, number));
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

  /** The others take three times as long, and a fifth less room. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** What the buffer is left with at its end is the archive's: blocks of zeros. */
  private void fill(ByteBuffer plain, long from) throws IOException {
    int index = indexAt(from);
    while (plain.hasRemaining() && index < entries.size()) {
      Placed placed = entries.get(index);
      copy(placed, from + plain.position() - placed.at(), plain);
      index++;
    }
  }

  private static void copy(Placed placed, long into, ByteBuffer plain) throws IOException {
    TarEntry entry = placed.entry();
    long position = into;
    if (position < TarEntry.BLOCK) {
      int length = Math.min(plain.remaining(), TarEntry.BLOCK - (int) position);
      plain.put(entry.header(), (int) position, length);
      position += length;
    }
    long left = TarEntry.BLOCK + entry.size() - position;
    if (left > 0 && plain.hasRemaining()) {
      int length = (int) Math.min(plain.remaining(), left);
      ByteBuffer target = plain.slice(plain.position(), length);
      placed.content().read(target, position - TarEntry.BLOCK);
      plain.position(plain.position() + length);
      position += length;
    }
    long padding = entry.bytes() - position;
    plain.position(plain.position() + (int) Math.min(plain.remaining(), padding));
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

  private static void readFile(Path file, ByteBuffer target, long position) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long at = position;
      while (target.hasRemaining()) {
        int count = channel.read(target, at);
        if (count < 0) {
          throw new IOException(file + " is shorter than it was");
        }
        at += count;
      }
    }
  }
}

package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads an archive that may have been made by anybody. It takes what {@link SnapshotTar} makes and
 * nothing else: plain files and directories, each name once and in order, none outside of the
 * target. One thread.
 */
final class ArchiveReader {
  private static final int DEEPEST = 9;
  private static final int MOST_FACTS = 1 << 16;

  /** What an entry takes of a file system at least. */
  private static final int LEAST_ROOM = 4096;

  private static final int BUFFER_BYTES = 1 << 17;
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final byte[] ZEROS = new byte[TarEntry.BLOCK];
  private static final String NOT_WHOLE =
      "the archive is not whole, or was altered: %s; export the snapshot again";

  private final InputStream packed;
  private final MessageDigest digest = sha256();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Set<String> directories = new HashSet<>();
  private long room;
  private long files;
  private long bytes;
  private String last = "";

  /**
   * Reads from that stream, which the caller closes.
   *
   * @param room the bytes that the files may have
   */
  ArchiveReader(InputStream packed, long room) {
    this.packed = packed;
    this.room = room;
  }

  /**
   * Writes the files, which only this process's user can read.
   *
   * @param target does not exist yet; no other user can write to the directory it is in
   * @throws ArchiveRefusedException when the stream is no whole archive that can be used here
   * @throws DataPlaneException when there is no room for it
   */
  ArchiveFacts to(Path target) {
    try (InputStream plain =
        new BufferedInputStream(new GZIPInputStream(packed, BUFFER_BYTES), BUFFER_BYTES)) {
      ArchiveFacts facts = facts(plain);
      requireRoom(facts.bytes());
      Optional<TarEntry> entry = next(plain);
      while (entry.isPresent()) {
        write(entry.get(), plain, target);
        entry = next(plain);
      }
      requireEnd(plain, facts);
      return facts;
    } catch (EOFException tooSoon) {
      throw new ArchiveRefusedException(NOT_WHOLE.formatted("it ends too soon"));
    } catch (ZipException e) {
      throw new ArchiveRefusedException(NOT_WHOLE.formatted(e.getMessage()));
    } catch (IOException e) {
      throw new DataPlaneException("the archive cannot be unpacked: " + e, e);
    }
  }

  private ArchiveFacts facts(InputStream plain) throws IOException {
    TarEntry first =
        next(plain).orElseThrow(() -> new ArchiveRefusedException("the archive is empty"));
    if (!first.name().equals(ArchiveFacts.FILE) || first.size() > MOST_FACTS) {
      throw new ArchiveRefusedException(
          "this is no archive of a snapshot: it does not begin with " + ArchiveFacts.FILE);
    }
    byte[] json = exactly(plain, (int) first.size());
    exactly(plain, (int) (TarEntry.padded(first.size()) - first.size()));
    return ArchiveFacts.parse(json);
  }

  private void requireRoom(long wanted) {
    if (wanted > room) {
      throw new DataPlaneException(
          "the archive has %d bytes, and %d are free; free some, or choose a --data-dir on a larger disk"
              .formatted(wanted, Math.max(0, room)));
    }
  }

  /** Empty at the archive's end, of which one block was read. */
  private Optional<TarEntry> next(InputStream plain) throws IOException {
    byte[] header = exactly(plain, TarEntry.BLOCK);
    return Arrays.equals(header, ZEROS) ? Optional.empty() : Optional.of(TarEntry.parse(header));
  }

  private void write(TarEntry entry, InputStream plain, Path target) throws IOException {
    Path file = place(entry, target);
    last = entry.name();
    files++;
    bytes += entry.size();
    room -= Math.max(entry.size(), LEAST_ROOM);
    requireRoom(0);
    if (entry.isDirectory()) {
      Files.createDirectory(file, OwnerOnly.FOLDER);
      directories.add(entry.name());
    } else {
      copy(plain, file, entry.size());
    }
  }

  /** Each name comes after the one before, so that none comes twice. */
  private Path place(TarEntry entry, Path target) {
    String[] parts = entry.name().split("/");
    if (!parts[0].equals(SnapshotTar.FOLDER)
        || parts.length > DEEPEST
        || parts.length == 1 && !entry.isDirectory()
        || parts.length > 1 && !directories.contains(parent(entry.name()))
        || entry.name().compareTo(last) <= 0) {
      throw new ArchiveRefusedException("'%s' is out of place".formatted(entry.name()));
    }
    if (parts.length > 1 && SnapshotTar.isLeftOut(entry.name().substring(parts[0].length() + 1))) {
      throw new ArchiveRefusedException(
          "'%s' is in no archive that was exported: a server would take orders from it"
              .formatted(entry.name()));
    }
    Path place = target;
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      place = place.resolve(part);
    }
    return place;
  }

  private static String parent(String name) {
    return name.substring(0, name.lastIndexOf('/'));
  }

  private void copy(InputStream plain, Path file, long size) throws IOException {
    try (WritableByteChannel out = Files.newByteChannel(file, NEW, OwnerOnly.FILE)) {
      long left = size;
      while (left > 0) {
        ByteBuffer read =
            ByteBuffer.wrap(buffer, 0, read(plain, (int) Math.min(BUFFER_BYTES, left)));
        left -= read.remaining();
        while (read.hasRemaining()) {
          out.write(read);
        }
      }
    }
    exactly(plain, (int) (TarEntry.padded(size) - size));
  }

  private void requireEnd(InputStream plain, ArchiveFacts facts) throws IOException {
    if (!Arrays.equals(exactly(plain, TarEntry.BLOCK), ZEROS)) {
      throw new ArchiveRefusedException(NOT_WHOLE.formatted("a block of zeros stands alone"));
    }
    String sum = "sha256 " + HexFormat.of().formatHex(digest.digest()) + "\n";
    byte[] told = plain.readNBytes(sum.length() + 1);
    if (!sum.equals(new String(told, StandardCharsets.US_ASCII))) {
      throw new ArchiveRefusedException(
          NOT_WHOLE.formatted(
              told.length == 0 ? "its checksum is missing" : "its checksum differs"));
    }
    if (files != facts.files() || bytes != facts.bytes()) {
      throw new ArchiveRefusedException(
          NOT_WHOLE.formatted(
              "it has %d files of %d bytes, and tells of %d of %d"
                  .formatted(files, bytes, facts.files(), facts.bytes())));
    }
  }

  private byte[] exactly(InputStream plain, int length) throws IOException {
    byte[] read = plain.readNBytes(length);
    if (read.length < length) {
      throw new EOFException();
    }
    digest.update(read);
    return read;
  }

  private int read(InputStream plain, int most) throws IOException {
    int count = plain.read(buffer, 0, most);
    if (count < 0) {
      throw new EOFException();
    }
    digest.update(buffer, 0, count);
    return count;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}

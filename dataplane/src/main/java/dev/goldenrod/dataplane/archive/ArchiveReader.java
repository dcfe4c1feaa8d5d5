package dev.goldenrod.dataplane.archive;

import dev.goldenrod.dataplane.archive.ArchiveFacts.Platform;
import dev.goldenrod.dataplane.archive.ArchiveTarget.Room;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Reads archives from untrusted sources. Accepts only what {@link SnapshotTar} writes: plain files
 * and directories, each name once and in order, none outside the target. Not thread-safe.
 */
public final class ArchiveReader {
  private static final int DEEPEST = 9;
  private static final int MOST_FACTS = 1 << 16;

  /** Space that an entry occupies at least in a file system, in bytes. */
  private static final int LEAST_ROOM = 4096;

  private static final int BUFFER_BYTES = 1 << 17;
  private static final byte[] ZEROS = new byte[TarEntry.BLOCK];
  private static final String INCOMPLETE =
      "the archive is incomplete or was altered: %s; import it again, and if that fails too, export the snapshot again";

  private final InputStream packed;
  private final Platform platform;
  private final MessageDigest digest = sha256();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Set<String> directories = new HashSet<>();
  private long room;
  private long files;
  private long bytes;
  private String last = "";

  /** Reads a stream, which the caller closes, for servers on the given platform. */
  public ArchiveReader(InputStream packed, Platform platform) {
    this.packed = packed;
    this.platform = platform;
  }

  /** Parses an archive's first bytes; empty if they are too few. Throws if it is no archive. */
  public static Optional<ArchiveFacts> facts(byte[] beginning) {
    ArchiveReader reader =
        new ArchiveReader(new ByteArrayInputStream(beginning), new Platform("", "", ""));
    try (InputStream plain = new GzipMembers(reader.packed)) {
      return Optional.of(reader.facts(plain));
    } catch (EOFException tooSoon) {
      return Optional.empty();
    } catch (IOException e) {
      throw new ArchiveRefusedException(INCOMPLETE.formatted(e.getMessage()));
    }
  }

  /**
   * Unpacks the whole archive into the target.
   *
   * @throws ArchiveRefusedException if the archive is incomplete, altered or unusable here
   * @throws DataPlaneException if the target has not enough space
   */
  public ArchiveFacts unpackTo(ArchiveTarget target) {
    try (InputStream plain = new BufferedInputStream(new GzipMembers(packed), BUFFER_BYTES)) {
      ArchiveFacts facts = facts(plain);
      facts.requireReadable(platform);
      Room given = target.room();
      room = given.bytes();
      requireRoom(facts.bytes(), given);
      Optional<TarEntry> entry = next(plain);
      while (entry.isPresent()) {
        validate(entry.get(), facts, given);
        write(entry.get(), plain, target);
        entry = next(plain);
      }
      requireEnd(plain, facts);
      return facts;
    } catch (EOFException tooSoon) {
      throw new ArchiveRefusedException(INCOMPLETE.formatted("it is truncated"));
    } catch (ZipException e) {
      throw new ArchiveRefusedException(INCOMPLETE.formatted(e.getMessage()));
    } catch (IOException e) {
      throw new DataPlaneException("the archive cannot be unpacked: " + e, e);
    }
  }

  private ArchiveFacts facts(InputStream plain) throws IOException {
    TarEntry first =
        next(plain).orElseThrow(() -> new ArchiveRefusedException("the archive is empty"));
    if (!first.name().equals(ArchiveFacts.FILE) || first.size() > MOST_FACTS) {
      throw new ArchiveRefusedException(
          "this is not an archive of a snapshot: it does not begin with " + ArchiveFacts.FILE);
    }
    byte[] json = exactly(plain, (int) first.size());
    exactly(plain, (int) (TarEntry.padded(first.size()) - first.size()));
    return ArchiveFacts.parse(json);
  }

  private static void requireRoom(long wanted, Room given) {
    if (wanted > given.bytes()) {
      throw new DataPlaneException(
          "the archive has %d bytes, and %d are free; %s"
              .formatted(wanted, given.bytes(), given.more()));
    }
  }

  /** Returns empty at the end of the archive, after the first of its two blocks of zeros. */
  private Optional<TarEntry> next(InputStream plain) throws IOException {
    byte[] header = exactly(plain, TarEntry.BLOCK);
    return Arrays.equals(header, ZEROS) ? Optional.empty() : Optional.of(TarEntry.parse(header));
  }

  private void validate(TarEntry entry, ArchiveFacts facts, Room given) {
    requireOrder(entry);
    last = entry.name();
    files++;
    bytes += entry.size();
    if (files > facts.files() || bytes > facts.bytes()) {
      throw new ArchiveRefusedException(
          INCOMPLETE.formatted(
              "it has more than the %d files with %d bytes that it declares"
                  .formatted(facts.files(), facts.bytes())));
    }
    room -= Math.max(entry.size(), LEAST_ROOM);
    if (room < 0) {
      throw new DataPlaneException(
          "the files of the archive need more than the %d bytes that are free; %s"
              .formatted(given.bytes(), given.more()));
    }
  }

  private void write(TarEntry entry, InputStream plain, ArchiveTarget target) throws IOException {
    String path = pathInData(entry.name());
    if (entry.isDirectory()) {
      target.makeFolder(path);
      directories.add(entry.name());
    } else {
      copy(plain, target, path, entry.size());
    }
  }

  private static String pathInData(String name) {
    return name.substring(Math.min(name.length(), SnapshotTar.FOLDER.length() + 1));
  }

  /** Names must ascend, so that none occurs twice. */
  private void requireOrder(TarEntry entry) {
    String[] parts = entry.name().split("/");
    if (!parts[0].equals(SnapshotTar.FOLDER)
        || parts.length > DEEPEST
        || parts.length == 1 && !entry.isDirectory()
        || parts.length > 1 && !directories.contains(parent(entry.name()))
        || entry.name().compareTo(last) <= 0) {
      throw new ArchiveRefusedException("'%s' is out of place".formatted(entry.name()));
    }
    if (parts.length > 1 && SnapshotTar.isLeftOut(pathInData(entry.name()))) {
      throw new ArchiveRefusedException(
          "'%s' is not allowed in an archive: it could change how the server starts"
              .formatted(entry.name()));
    }
  }

  private static String parent(String name) {
    return name.substring(0, name.lastIndexOf('/'));
  }

  private void copy(InputStream plain, ArchiveTarget target, String path, long size)
      throws IOException {
    try (WritableByteChannel out = target.makeFile(path, size)) {
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
      throw new ArchiveRefusedException(INCOMPLETE.formatted("its end mark is incomplete"));
    }
    String sum = "sha256 " + HexFormat.of().formatHex(digest.digest()) + "\n";
    byte[] told = plain.readNBytes(sum.length() + 1);
    if (!sum.equals(new String(told, StandardCharsets.US_ASCII))) {
      throw new ArchiveRefusedException(
          INCOMPLETE.formatted(
              told.length == 0 ? "its checksum is missing" : "its checksum does not match"));
    }
    if (files != facts.files() || bytes != facts.bytes()) {
      throw new ArchiveRefusedException(
          INCOMPLETE.formatted(
              "it has %d files with %d bytes, but declares %d with %d"
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
      throw new IllegalStateException("Java has no SHA-256", e);
    }
  }
}

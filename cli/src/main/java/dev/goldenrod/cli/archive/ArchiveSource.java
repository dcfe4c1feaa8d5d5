package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.s3.S3Address;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.UUID;

/** A complete archive with random read access. */
interface ArchiveSource extends AutoCloseable {
  int ID_BYTES = 1 << 16;

  long size();

  /** Reads exactly {@code length} bytes at the offset. */
  byte[] read(long offset, int length);

  @Override
  void close();

  /**
   * Returns an id of the content. The beginning and the end of the archive suffice to compute it,
   * because the end contains a checksum of the whole.
   */
  default UUID id() {
    MessageDigest digest = Digests.sha256();
    int length = (int) Math.min(ID_BYTES, size());
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(size()).array());
    digest.update(read(0, length));
    digest.update(read(size() - length, length));
    return UUID.nameUUIDFromBytes(digest.digest());
  }

  /** Opens the archive with the given file path or S3 address. */
  static ArchiveSource of(Session session, String name) {
    return S3Address.isOne(name) ? ofObject(S3Object.open(session, name)) : ofFile(Path.of(name));
  }

  static ArchiveSource ofFile(Path file) {
    try {
      return new OfFile(file, FileChannel.open(file));
    } catch (NoSuchFileException missing) {
      throw new CliException(ExitCode.NOT_FOUND, "'%s' does not exist".formatted(file));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  static ArchiveSource ofObject(S3Object object) {
    S3Object.Bytes start = object.read(0, OfObject.WINDOW_BYTES).orElseThrow(() -> gone(object));
    return new OfObject(object, start);
  }

  private static CliException gone(S3Object object) {
    return new CliException(ExitCode.NOT_FOUND, "'%s' does not exist".formatted(object));
  }

  private static CliException unreadable(Path file, IOException e) {
    return new CliException(ExitCode.USAGE, "'%s' cannot be read: %s".formatted(file, e));
  }

  record OfFile(Path file, FileChannel channel) implements ArchiveSource {
    @Override
    public long size() {
      try {
        return channel.size();
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }

    @Override
    public byte[] read(long offset, int length) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      try {
        while (bytes.hasRemaining()) {
          if (channel.read(bytes, offset + bytes.position()) < 0) {
            throw new IOException("the file became shorter while it was read");
          }
        }
        return bytes.array();
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }
  }

  /** An archive in S3. Each request reads 8 MiB, which serve several reads. Not thread-safe. */
  final class OfObject implements ArchiveSource {
    private static final int WINDOW_BYTES = 8 << 20;

    private final S3Object object;
    private S3Object.Bytes window;
    private long start;

    private OfObject(S3Object object, S3Object.Bytes window) {
      this.object = object;
      this.window = window;
    }

    @Override
    public long size() {
      return window.size();
    }

    @Override
    public byte[] read(long offset, int length) {
      if (!isWithin(offset, length)) {
        window = object.read(offset, WINDOW_BYTES, window.etag()).orElseThrow(() -> gone(object));
        start = offset;
      }
      if (!isWithin(offset, length)) {
        throw new CliException(
            ExitCode.NO_SERVER, "S3 returned other bytes of '%s' than requested".formatted(object));
      }
      int from = (int) (offset - start);
      return Arrays.copyOfRange(window.bytes(), from, from + length);
    }

    private boolean isWithin(long offset, int length) {
      return offset >= start && offset + length <= start + window.bytes().length;
    }

    @Override
    public void close() {
      // No connection stays open between requests.
    }
  }
}

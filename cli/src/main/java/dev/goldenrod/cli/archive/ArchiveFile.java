package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * Exports an archive to a local file, as {@code FILE.part} until it is complete. A later export of
 * the same snapshot resumes from the parts in that file. Not thread-safe.
 */
final class ArchiveFile implements ExportTarget {
  private static final int WINDOW_BYTES = 16 << 20;

  private final Path file;
  private final Path partial;
  private final FileChannel channel;
  private final MessageDigest digest = Digests.sha256();

  private ArchiveFile(Path file, Path partial, FileChannel channel) {
    this.file = file;
    this.partial = partial;
    this.channel = channel;
  }

  /**
   * Opens and locks the partial file, creating it if it is missing.
   *
   * @param isRestart whether to discard its content
   * @throws CliException if the complete file exists, or the partial file is locked or not writable
   */
  static ArchiveFile open(Path file, boolean isRestart) {
    if (Files.exists(file)) {
      throw new CliException(
          ExitCode.CONFLICT,
          "'%s' already exists; delete it, or choose another name".formatted(file));
    }
    Path partial = Path.of(file + ".part");
    try {
      if (!Files.exists(partial)) {
        Files.createFile(partial, ownerOnly());
      }
      FileChannel channel =
          FileChannel.open(partial, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new CliException(
            ExitCode.CONFLICT, "another command is writing '%s'".formatted(partial));
      }
      if (isRestart) {
        channel.truncate(0);
      }
      return new ArchiveFile(file, partial, channel);
    } catch (NoSuchFileException missing) {
      throw new CliException(
          ExitCode.NOT_FOUND, "the folder of '%s' does not exist; create it first".formatted(file));
    } catch (IOException e) {
      throw unusable(partial, e);
    }
  }

  private static FileAttribute<?> ownerOnly() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }

  @Override
  public int resume(byte[] first, int parts) {
    try {
      int whole = 0;
      Optional<GzipMember> member = read();
      while (member.isPresent() && whole < parts) {
        requireSame(whole, member.get(), first);
        digest.update(member.get().content());
        channel.position(channel.position() + member.get().length());
        whole++;
        member = read();
      }
      channel.truncate(channel.position());
      return whole;
    } catch (IOException e) {
      throw unusable(partial, e);
    }
  }

  private void requireSame(int number, GzipMember member, byte[] first) {
    boolean isOther =
        number == 0
            && !GzipMember.read(first)
                .filter(told -> Arrays.equals(told.content(), member.content()))
                .isPresent();
    if (isOther) {
      throw new CliException(
          ExitCode.CONFLICT,
          "'%s' belongs to another snapshot; discard it with --restart, or choose another file"
              .formatted(partial));
    }
  }

  private Optional<GzipMember> read() throws IOException {
    ByteBuffer window =
        ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, channel.size() - channel.position()));
    while (window.hasRemaining()
        && channel.read(window, channel.position() + window.position()) >= 0) {}
    return GzipMember.read(window.array());
  }

  @Override
  public void append(byte[] part) {
    digest.update(GzipMember.whole(part).content());
    write(part);
  }

  private void write(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw unusable(partial, e);
    }
  }

  @Override
  public long finish() {
    try {
      write(GzipMember.ofChecksum(digest));
      channel.force(true);
      long bytes = channel.size();
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
      force(file.toAbsolutePath().getParent());
      return bytes;
    } catch (IOException e) {
      throw unusable(partial, e);
    }
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder)) {
      names.force(true);
    }
  }

  @Override
  public String unfinished() {
    return partial.toString();
  }

  @Override
  public String toString() {
    return file.toString();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unusable(partial, e);
    }
  }

  private static CliException unusable(Path file, IOException e) {
    Object reason = e instanceof AccessDeniedException ? "permission denied" : e;
    return new CliException(ExitCode.REFUSED, "'%s' cannot be written: %s".formatted(file, reason));
  }
}

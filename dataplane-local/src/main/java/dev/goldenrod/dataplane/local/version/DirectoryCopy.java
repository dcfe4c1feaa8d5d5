package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.engine.OneLine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * A copy of a data directory that others may change concurrently. Directories are opened relative
 * to their parent, starting at the operator's root, and symbolic links are not followed, so that
 * nothing outside the directory can be read.
 */
final class DirectoryCopy {
  private static final int DEEPEST = 8;
  private static final int BUFFER_BYTES = 1 << 20;

  /** Files that would be followed or executed, and replication slots, which would retain WAL. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "backup_label",
          "pg_internal.init",
          "postgresql.auto.conf",
          "postmaster.opts",
          "recovery.signal",
          "standby.signal",
          "tablespace_map");

  private static final String SLOTS = "pg_replslot";

  private final Path root;
  private final Path directory;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private long room;

  DirectoryCopy(ImportRoots.Allowed directory, long room) {
    this.root = directory.root();
    this.directory = directory.path();
    this.room = room;
  }

  /**
   * Creates the copy with owner-only permissions.
   *
   * @param target does not exist yet; no other user can write to its parent
   * @throws DataPlaneException if the directory contains links, special files or files of other
   *     owners, or cannot be read
   */
  void to(Path target) {
    try (SecureDirectoryStream<Path> top = open()) {
      UserPrincipal owner = attributes(top).owner();
      copy(top, Path.of(""), owner, target);
    } catch (IOException e) {
      throw new DataPlaneException(
          "%s cannot be copied: %s".formatted(shown(Path.of("")), OneLine.of(e.toString())), e);
    }
  }

  private SecureDirectoryStream<Path> open() throws IOException {
    SecureDirectoryStream<Path> current = secure(Files.newDirectoryStream(root));
    if (root.equals(directory)) {
      return current;
    }
    for (Path name : root.relativize(directory)) {
      try (SecureDirectoryStream<Path> above = current) {
        current = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
      }
    }
    return current;
  }

  private SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new DataPlaneException(
        "'dir:' handles need a system that can open files relative to directories, which %s cannot"
            .formatted(System.getProperty("os.name")));
  }

  private void copy(SecureDirectoryStream<Path> from, Path below, UserPrincipal owner, Path to)
      throws IOException {
    Files.createDirectory(to, OwnerOnly.FOLDER);
    for (Path entry : from) {
      Path name = entry.getFileName();
      Path shown = below.resolve(name);
      if (LEFT_OUT.contains(name.toString()) || below.equals(Path.of(SLOTS))) {
        continue;
      }
      PosixFileAttributes attributes = attributes(from, name);
      requireOwn(attributes, owner, shown);
      if (attributes.isDirectory()) {
        try (SecureDirectoryStream<Path> next =
            from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
          copy(next, shown, owner, to.resolve(name));
        }
      } else {
        copyFile(from, name, attributes.size(), to.resolve(name));
      }
    }
  }

  private void requireOwn(PosixFileAttributes attributes, UserPrincipal owner, Path shown) {
    if (attributes.isSymbolicLink()) {
      throw refusal(
          shown,
          "is a symbolic link, and links are not followed; replace it with its target (for pg_wal), or move the content of a tablespace to pg_default");
    }
    if (attributes.isOther()) {
      throw refusal(shown, "is neither a file nor a directory; remove it");
    }
    // A hard link may lead to a file that the directory's owner may not read.
    if (!attributes.owner().equals(owner)) {
      throw refusal(
          shown, "belongs to another user than the directory; change its owner to that user");
    }
    if (shown.getNameCount() > DEEPEST) {
      throw refusal(shown, "is nested deeper than any file of a data directory; remove it");
    }
  }

  private void copyFile(SecureDirectoryStream<Path> from, Path name, long size, Path to)
      throws IOException {
    room -= size;
    if (room < 0) {
      throw new DataPlaneException(
          "%s cannot be copied: it has more bytes than are free; free up space, or choose a --data-dir on a larger disk"
              .formatted(shown(Path.of(""))));
    }
    try (SeekableByteChannel input =
            from.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        WritableByteChannel output =
            Files.newByteChannel(
                to,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                OwnerOnly.FILE)) {
      copyBytes(input, output, size);
    }
  }

  /** Copies at most the initial size, so that a growing file does not keep the copy from ending. */
  private void copyBytes(SeekableByteChannel input, WritableByteChannel output, long size)
      throws IOException {
    long left = size;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int count = input.read(buffer);
      if (count < 0) {
        return;
      }
      left -= count;
      buffer.flip();
      while (buffer.hasRemaining()) {
        output.write(buffer);
      }
    }
  }

  private DataPlaneException refusal(Path entry, String why) {
    return new DataPlaneException("%s cannot be cloned: it %s".formatted(shown(entry), why));
  }

  private String shown(Path entry) {
    return "'dir:%s'".formatted(OneLine.of(directory.resolve(entry).toString()));
  }

  private static PosixFileAttributes attributes(SecureDirectoryStream<Path> open)
      throws IOException {
    return open.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
  }

  private static PosixFileAttributes attributes(SecureDirectoryStream<Path> open, Path name)
      throws IOException {
    return open.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }
}

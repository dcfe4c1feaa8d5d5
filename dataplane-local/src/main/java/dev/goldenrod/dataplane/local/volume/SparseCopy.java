package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Copies single files of a directory into another one, at the same paths and with modes and times,
 * also of the directories on the way. Blocks of zeros become holes. Not thread-safe.
 */
final class SparseCopy {
  private static final int BLOCK = 64 << 10;
  private static final byte[] ZEROS = new byte[BLOCK];

  private final Path from;
  private final Path to;
  private final Map<Path, Long> ends;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
  private final NavigableSet<Path> directories = new TreeSet<>();

  /**
   * @param from a directory whose files never change
   * @param ends where the zeros at the end of files begin, as former copies have found out, so that
   *     no later copy reads through them; thread-safe, and extended by this copy
   */
  SparseCopy(Path from, Path to, Map<Path, Long> ends) {
    this.from = from;
    this.to = to;
    this.ends = ends;
  }

  /**
   * Copies regular files. Leaves out what is not one, and what only a symbolic link leads to.
   *
   * @param files relative paths
   * @throws java.nio.file.FileAlreadyExistsException if a file exists in the target
   */
  void copy(List<String> files) throws IOException {
    for (String name : files) {
      Path file = Path.of(name);
      if (isMade(file.getParent())
          && Files.isRegularFile(from.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
        copy(from.resolve(file), to.resolve(file));
      }
    }
    // Last, since a new file changes the time of its directory, whose mode may forbid new files.
    for (Path directory : directories.descendingSet()) {
      setAttributes(to.resolve(directory), attributes(from.resolve(directory)));
    }
  }

  /** Returns false if the directory or one on the way to it is a link. */
  private boolean isMade(@Nullable Path directory) throws IOException {
    if (directory == null || directories.contains(directory)) {
      return true;
    }
    if (!isMade(directory.getParent()) || !isDirectory(from.resolve(directory))) {
      return false;
    }
    if (!isDirectory(to.resolve(directory))) {
      Files.createDirectory(to.resolve(directory), OwnerOnly.FOLDER);
    }
    return directories.add(directory);
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private void copy(Path source, Path target) throws IOException {
    Map<String, Object> attributes = attributes(source);
    try (FileChannel in =
            FileChannel.open(source, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        FileChannel out =
            FileChannel.open(
                target,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                OwnerOnly.FILE)) {
      copy(in, out, ends.getOrDefault(source, in.size()));
      if (out.size() < in.size()) {
        ends.put(source, out.size());
        // Java can extend a file only by writing behind the hole.
        out.write(ByteBuffer.allocate(1), in.size() - 1);
      }
    }
    setAttributes(target, attributes);
  }

  private void copy(FileChannel in, FileChannel out, long end) throws IOException {
    while (in.position() < end && in.read(block.clear()) > 0) {
      block.flip();
      if (isZero()) {
        out.position(in.position());
      } else {
        write(out);
      }
    }
  }

  private boolean isZero() {
    return Arrays.equals(block.array(), 0, block.limit(), ZEROS, 0, block.limit());
  }

  private void write(FileChannel out) throws IOException {
    while (block.hasRemaining()) {
      out.write(block);
    }
  }

  private static Map<String, Object> attributes(Path source) throws IOException {
    return Files.readAttributes(
        source, "unix:mode,lastModifiedTime,lastAccessTime", LinkOption.NOFOLLOW_LINKS);
  }

  /** Sets the mode last, since it may not let the owner open the file, as for its times. */
  private static void setAttributes(Path target, Map<String, Object> attributes)
      throws IOException {
    Files.getFileAttributeView(target, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(
            (FileTime) attributes.get("lastModifiedTime"),
            (FileTime) attributes.get("lastAccessTime"),
            null);
    Files.setAttribute(target, "unix:mode", attributes.get("mode"), LinkOption.NOFOLLOW_LINKS);
  }
}

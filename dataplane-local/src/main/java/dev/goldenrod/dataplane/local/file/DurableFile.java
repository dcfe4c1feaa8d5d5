package dev.goldenrod.dataplane.local.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/** Writes files atomically and durably: after a power failure a file is complete or absent. */
public final class DurableFile {
  private DurableFile() {}

  public static void write(Path file, byte[] content) throws IOException {
    write(file, content, fresh -> {});
  }

  /**
   * Writes the file, replacing an existing one.
   *
   * @param finish gets the temporary file before it is renamed, for example to change its owner
   */
  public static void write(Path file, byte[] content, Consumer<Path> finish) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path fresh = Files.createTempFile(folder, ".", ".new", OwnerOnly.FILE);
    try {
      Files.write(fresh, content);
      force(fresh);
      finish.accept(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    force(folder);
  }

  /** Flushes a file, or the entries of a directory, to disk. */
  public static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      channel.force(true);
    }
  }

  /**
   * Flushes the file to disk. Does nothing for other kinds of files, and if the file is removed or
   * replaced by another kind concurrently.
   */
  public static void forceIfRegular(Path path) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      force(path);
    } catch (IOException e) {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }
}

package dev.goldenrod.dataplane.local.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/** Files of the server that are there whole or not at all, also after a power failure. */
public final class DurableFile {
  private DurableFile() {}

  /** Writes the file, which only the server's user can read, in place of one of that name. */
  public static void write(Path file, byte[] content) throws IOException {
    write(file, content, fresh -> {});
  }

  /**
   * Writes the file in place of one of that name.
   *
   * @param finish is given the file before it has its name, to give it to somebody else
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

  /** Waits until the file is on the disk, or what a directory names. */
  public static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      channel.force(true);
    }
  }

  /**
   * Waits until the regular file of that path is on the disk. Without effect for anything else, and
   * when the file vanishes or another kind of file takes its place meanwhile.
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

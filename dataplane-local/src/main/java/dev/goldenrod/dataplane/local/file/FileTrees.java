package dev.goldenrod.dataplane.local.file;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories with all that is in them, of any owner. */
public final class FileTrees {
  private static final int ATTEMPTS = 20;

  private FileTrees() {}

  /**
   * Deletes the file or directory and all that is in it; without effect when it is not there.
   * Follows no link, also when another user swaps one in meanwhile.
   *
   * @throws DataPlaneException when something cannot be deleted
   */
  public static void delete(Path tree) {
    for (int attempt = 0; !isDeletedAlone(tree) && isThere(tree); attempt++) {
      makeWritable(tree);
      Tool.Result result = Tool.tryRun("rm", "-rf", "--", tree.toString());
      // The copying tool of a server that was killed may still be writing into it.
      if (!result.succeeded() && attempt >= ATTEMPTS) {
        throw new DataPlaneException(
            "cannot delete %s: %s; end what works in it".formatted(tree, result.output()));
      }
    }
  }

  /** Whether the directory has nothing in it. */
  public static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    }
  }

  /** A file or an empty directory needs no tool, which would have to be started. */
  private static boolean isDeletedAlone(Path tree) {
    try {
      Files.deleteIfExists(tree);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isThere(Path tree) {
    return Files.exists(tree, LinkOption.NOFOLLOW_LINKS);
  }

  private static void makeWritable(Path tree) {
    try {
      if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS) && !Files.isWritable(tree)) {
        Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwx------"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + tree, e);
    }
  }
}

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

/** Operations on directory trees, whoever owns the files in them. */
public final class FileTrees {
  private static final int ATTEMPTS = 20;

  private FileTrees() {}

  /**
   * Deletes the file or directory tree; does nothing if it does not exist. Follows no symbolic
   * link, even if another user creates one concurrently.
   *
   * @throws DataPlaneException if something cannot be deleted
   */
  public static void delete(Path tree) {
    for (int attempt = 0; !isDeletedAlone(tree) && exists(tree); attempt++) {
      makeWritable(tree);
      Tool.Result result = Tool.tryRun("rm", "-rf", "--", tree.toString());
      // The copying process of a killed server may still be writing into the tree.
      if (!result.succeeded() && attempt >= ATTEMPTS) {
        throw new DataPlaneException(
            "cannot delete %s: %s; stop the processes that use it"
                .formatted(tree, result.output()));
      }
    }
  }

  public static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    }
  }

  /** Deletes a file or an empty directory without the cost of starting a process. */
  private static boolean isDeletedAlone(Path tree) {
    try {
      Files.deleteIfExists(tree);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean exists(Path tree) {
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

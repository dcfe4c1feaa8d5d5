package dev.goldenrod.dataplane.local.file;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of all files of a local data plane, {@code <data-dir>/local}. It belongs to the
 * server's user; engine users can pass through it to their own files.
 *
 * <p>If the engine user cannot reach it because a parent such as {@code /root} is closed, it is
 * bind-mounted at {@code /run/goldenrod/<data-dir-id>}, again after each reboot.
 */
public final class LocalRoot {
  public static final String FOLDER = "local";

  private static final Path RUN = Path.of("/run/goldenrod");

  private static final String CLOSED = "rwx------";

  /** Other users can traverse the folder to paths that they know, but cannot list it. */
  private static final String PASSABLE = "rwx--x--x";

  private final Path path;
  private final boolean mounted;

  private LocalRoot(Path path, boolean mounted) {
    this.path = path;
    this.mounted = mounted;
  }

  /**
   * Creates the folder if it is missing, and makes it reachable for the engine user.
   *
   * @throws DataPlaneException if the folder cannot be created or reached
   */
  public static LocalRoot open(Path dataDir, String dataDirId, RunAs runAs) {
    try {
      if (!Files.isDirectory(dataDir)) {
        Files.createDirectories(dataDir);
      }
      Path folder = dataDir.toRealPath().resolve(FOLDER);
      Files.createDirectories(folder);
      runAs.requireServersOwn(folder.getParent());
      runAs.requireServersOwn(folder);
      chmod(folder.getParent(), runAs.isOtherUser() ? PASSABLE : CLOSED);
      chmod(folder, runAs.isOtherUser() ? PASSABLE : CLOSED);
      DurableFile.force(folder.getParent());
      if (!runAs.isOtherUser() || reaches(runAs, folder)) {
        return withFolders(new LocalRoot(folder, false), runAs);
      }
      chmod(folder.getParent(), CLOSED);
      Path mounted = bind(folder, mountPoint(dataDirId), runAs);
      return withFolders(new LocalRoot(mounted, true), runAs);
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot prepare the data directory %s for databases: %s; does it belong to this user?"
              .formatted(dataDir, e),
          e);
    }
  }

  public static boolean isIn(Path dataDir) {
    return Files.isDirectory(dataDir.resolve(FOLDER));
  }

  /** Returns where the folder is bind-mounted if the engine user cannot reach it. */
  public static Path mountPoint(String dataDirId) {
    return RUN.resolve(dataDirId);
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the quoted shell command that runs Goldenrod with the words on a data directory. The
   * path is left to the reader, because all members can read these commands in messages.
   */
  public String command(String words) {
    return "'goldenrod %s --data-dir DIR'".formatted(words);
  }

  public Path engines() {
    return path.resolve("engines");
  }

  public Path volumes() {
    return path.resolve("volumes");
  }

  /** Returns the folder of the databases' files outside their volumes. */
  public Path databases() {
    return path.resolve("clones");
  }

  public Path imports() {
    return path.resolve("imports");
  }

  public Path archives() {
    return path.resolve("archives");
  }

  /** Removes the bind mount if there is one; all files are kept. */
  public void purge() {
    if (!mounted) {
      return;
    }
    try {
      if (!Tool.tryRun("umount", path.toString()).succeeded()) {
        Tool.run("umount", "-l", path.toString());
      }
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the mount point " + path, e);
    }
  }

  private static LocalRoot withFolders(LocalRoot root, RunAs runAs) throws IOException {
    String passable = runAs.isOtherUser() ? PASSABLE : CLOSED;
    make(root.databases(), CLOSED, runAs);
    make(root.imports(), passable, runAs);
    make(root.engines(), passable, runAs);
    DurableFile.force(root.path());
    return root;
  }

  private static void make(Path folder, String mode, RunAs runAs) throws IOException {
    Files.createDirectories(folder);
    runAs.requireServersOwn(folder);
    chmod(folder, mode);
  }

  private static boolean reaches(RunAs runAs, Path folder) {
    return Tool.tryRun(runAs.command(List.of("test", "-x", folder.toString()))).succeeded();
  }

  private static Path bind(Path folder, Path target, RunAs runAs) throws IOException {
    Files.createDirectories(target);
    chmod(RUN, PASSABLE);
    if (!Files.isSameFile(folder, target)) {
      requireEmpty(target);
      // The mount is private, or mounts made below it later would appear below the folder, too.
      Tool.tryRun("mount", "--bind", "--make-private", folder.toString(), target.toString());
      Tool.tryRun("mount", "-o", "remount,bind,nosuid,nodev", target.toString());
    }
    if (!Files.isSameFile(folder, target) || !reaches(runAs, target)) {
      throw new DataPlaneException(
          ("user %s, which databases run as, can access neither %s nor %s; choose a data"
                  + " directory that this user can access")
              .formatted(runAs.userName(), folder, target));
    }
    return target;
  }

  private static void requireEmpty(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      if (files.findAny().isPresent()) {
        throw new DataPlaneException(
            "another data directory with the same id is mounted at %s; unmount it, or give this data directory its own id"
                .formatted(target));
      }
    }
  }

  private static void chmod(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}

package dev.goldenrod.dataplane.local.root;

import dev.goldenrod.dataplane.local.file.DurableFile;
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
 * The folder below which all files of a local data plane live. It and the folders in it belong to
 * the server's user; users that engines run as pass through them to what is their own.
 *
 * <p>It is {@code <data-dir>/local}. When the engines' user cannot get there, because the data
 * directory lies in a closed one such as {@code /root}, the folder is bind-mounted at {@code
 * /run/goldenrod/<data-dir-id>} and used by that path; a reboot takes the mount away, and opening
 * makes it again.
 */
public final class LocalRoot {
  /** Its name in the data directory. */
  public static final String FOLDER = "local";

  private static final Path RUN = Path.of("/run/goldenrod");

  private static final String CLOSED = "rwx------";

  /** Others come through to what they can reach by its name, and see nothing on their way. */
  private static final String PASSABLE = "rwx--x--x";

  private final Path dataDir;
  private final Path path;
  private final boolean mounted;

  private LocalRoot(Path dataDir, Path path, boolean mounted) {
    this.dataDir = dataDir;
    this.path = path;
    this.mounted = mounted;
  }

  /**
   * Makes the folder if it is missing, and sees that the engines' user can reach it. Idempotent.
   *
   * @param dataDirId the data directory's unique name for life; a file name of its own
   * @throws DataPlaneException when it cannot be made or reached
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
        return withFolders(new LocalRoot(folder.getParent(), folder, false), runAs);
      }
      chmod(folder.getParent(), CLOSED);
      Path mounted = bind(folder, mountPoint(dataDirId), runAs);
      return withFolders(new LocalRoot(folder.getParent(), mounted, true), runAs);
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot prepare the data directory %s for databases: %s; does it belong to this user?"
              .formatted(dataDir, e),
          e);
    }
  }

  /** Whether the data directory has one. */
  public static boolean isIn(Path dataDir) {
    return Files.isDirectory(dataDir.resolve(FOLDER));
  }

  /** Where the folder of that data directory is bind-mounted, if it is. */
  public static Path mountPoint(String dataDirId) {
    return RUN.resolve(dataDirId);
  }

  /** The path that engines and the server use. */
  public Path path() {
    return path;
  }

  /** What an administrator types, in quotes, to have those words done in the data directory. */
  public String command(String words) {
    return "'goldenrod %s --data-dir %s'".formatted(words, dataDir);
  }

  /** Where the programs of unpacked engines are. */
  public Path engines() {
    return path.resolve("engines");
  }

  /** Where the volumes are. */
  public Path volumes() {
    return path.resolve("volumes");
  }

  /** Where each database keeps what is not in its volume. */
  public Path databases() {
    return path.resolve("clones");
  }

  /** Where imports keep their staging files. */
  public Path imports() {
    return path.resolve("imports");
  }

  /** Where archives are that are brought in. */
  public Path archives() {
    return path.resolve("archives");
  }

  /** Takes the bind mount away, if there is one; the files stay in the data directory. */
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

  /** Makes the folders in it, each with the way in that its users need. */
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
      // Private, so that what is mounted below it later is not mounted a second time below folder.
      Tool.tryRun("mount", "--bind", "--make-private", folder.toString(), target.toString());
      Tool.tryRun("mount", "-o", "remount,bind,nosuid,nodev", target.toString());
    }
    if (!Files.isSameFile(folder, target) || !reaches(runAs, target)) {
      throw new DataPlaneException(
          ("user %s, which databases run as, can reach neither %s nor %s; choose a data directory"
                  + " that it can reach")
              .formatted(runAs.userName(), folder, target));
    }
    return target;
  }

  private static void requireEmpty(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      if (files.findAny().isPresent()) {
        throw new DataPlaneException(
            "%s shows another data directory of the same id; unmount it, or give this one its own id"
                .formatted(target));
      }
    }
  }

  private static void chmod(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}

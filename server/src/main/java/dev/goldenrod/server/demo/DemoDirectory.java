package dev.goldenrod.server.demo;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.PathOwnershipCheck;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of a demo: a server's data directory, the source's files, and a marker file. */
public final class DemoDirectory {
  private static final String MARK = "goldenrod-demo";
  private static final String SOURCE = "source";
  private static final Pattern ID = Pattern.compile("demo-[0-9a-f-]{36}");

  private final Path path;
  private final String id;

  private DemoDirectory(Path path, String id) {
    this.path = path;
    this.id = id;
  }

  /**
   * Creates the folder in place of one that an earlier demo left.
   *
   * @throws UsageException if the folder belongs to another user or is not that of a demo
   */
  public static DemoDirectory create(Path given, RunAs runAs) {
    PathOwnershipCheck.requireSafePath(given);
    Path path = given.toAbsolutePath().normalize();
    try {
      Path mark = path.resolve(MARK);
      if (Files.isRegularFile(mark)) {
        new DemoDirectory(path, idIn(mark)).remove(runAs);
      } else if (Files.exists(path) && !isEmpty(path)) {
        throw new UsageException(
            "--dir "
                + path
                + " contains files that are not a demo's; choose an empty or a new"
                + " folder");
      }
      Files.createDirectories(path, OwnerOnly.FOLDER);
      PathOwnershipCheck.restrictDirectory(path.toRealPath());
      String id = "demo-" + UUID.randomUUID();
      Files.writeString(mark, id + "\n", StandardOpenOption.CREATE_NEW);
      return new DemoDirectory(path, id);
    } catch (IOException e) {
      throw new UsageException("--dir " + path + " cannot be used: " + e, e);
    }
  }

  /**
   * The marker file, which determines a mount point and the processes to kill, is trusted only if
   * this user owns it.
   */
  private static String idIn(Path mark) throws IOException {
    PathOwnershipCheck.restrictDirectory(mark.getParent().toRealPath());
    PathOwnershipCheck.restrictFile(mark);
    PathOwnershipCheck.restrictFile(mark.resolveSibling(SOURCE));
    String id = Files.readString(mark).strip();
    if (!ID.matcher(id).matches()) {
      throw new UsageException(
          mark + " was not written by a demo; choose an empty or a new folder" + " with --dir");
    }
    return id;
  }

  public Path dataDir() {
    return path.resolve("data");
  }

  public LocalRoot sourceRoot(RunAs runAs) {
    return LocalRoot.open(source(), id, runAs);
  }

  private Path source() {
    return path.resolve(SOURCE);
  }

  /** Stops everything that runs in the folder and removes the folder. */
  public void remove(RunAs runAs) {
    if (DataDirectory.isOne(dataDir())) {
      LocalDataPlane.purge(dataDir());
    }
    if (Files.exists(source())) {
      ScratchPostgres.endRemains(sourceRoot(runAs));
    }
    FileTrees.delete(path);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }
}

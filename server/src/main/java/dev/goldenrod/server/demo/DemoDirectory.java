package dev.goldenrod.server.demo;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/** The folder of a demonstration: a server's data directory, the source's files, and its mark. */
public final class DemoDirectory {
  private static final String MARK = "goldenrod-demo";

  private final Path path;
  private final String id;

  private DemoDirectory(Path path, String id) {
    this.path = path;
    this.id = id;
  }

  /**
   * Makes the folder anew; what an earlier demonstration left in it is removed.
   *
   * @throws UsageException when the folder is somebody else's or a demonstration runs in it
   */
  public static DemoDirectory create(Path given, RunAs runAs) {
    Path path = given.toAbsolutePath().normalize();
    try {
      Path mark = path.resolve(MARK);
      if (Files.isRegularFile(mark)) {
        new DemoDirectory(path, Files.readString(mark).strip()).remove(runAs);
      } else if (Files.exists(path) && !isEmpty(path)) {
        throw new UsageException(
            "--dir " + path + " holds something that is no demo's; name an empty or new folder");
      }
      Files.createDirectories(path, OwnerOnly.FOLDER);
      String id = "demo-" + UUID.randomUUID();
      Files.writeString(mark, id + "\n");
      return new DemoDirectory(path, id);
    } catch (IOException e) {
      throw new UsageException("--dir " + path + " cannot be used: " + e, e);
    }
  }

  /** The server's data directory. */
  public Path dataDir() {
    return path.resolve("data");
  }

  /** Where the source has its files. */
  public LocalRoot sourceRoot(RunAs runAs) {
    return LocalRoot.open(source(), id, runAs);
  }

  private Path source() {
    return path.resolve("source");
  }

  /** Ends what runs in the folder and removes it. */
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

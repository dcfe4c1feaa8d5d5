package dev.goldenrod.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A class data archive that makes servers start faster, created once for each jar. */
final class SharedClasses {
  /** Java options that use the archive; empty if it cannot be created. */
  static final List<String> OPTIONS = options(Path.of(System.getProperty("goldenrod.jar")));

  private SharedClasses() {}

  /** Locks the archive, because tests run in two processes. */
  private static List<String> options(Path jar) {
    Path archive = jar.resolveSibling("goldenrod.jsa");
    try (FileChannel lock =
        FileChannel.open(
            jar.resolveSibling("goldenrod.jsa.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock();
      if (!isOf(jar, archive)) {
        make(jar, archive);
      }
      return isOf(jar, archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void make(Path jar, Path archive) throws IOException {
    Files.deleteIfExists(archive);
    Path folder = Files.createTempDirectory("goldenrod-classes-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    ServerProcess.runOnce(folder, jar, "-XX:ArchiveClassesAtExit=" + archive);
    Files.deleteIfExists(folder.resolve("server.log"));
    Files.delete(folder);
  }

  private static boolean isOf(Path jar, Path archive) throws IOException {
    return Files.exists(archive)
        && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
  }
}

package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

final class PostgresBinaries {
  private PostgresBinaries() {}

  static Path in(Path folder) throws IOException {
    String architecture = System.getProperty("os.arch").replace("amd64", "x86_64");
    String resource = "/postgres-linux-" + architecture.replace("aarch64", "arm_64") + ".txz";
    try (InputStream archive = PostgresBinaries.class.getResourceAsStream(resource)) {
      if (archive == null || !System.getProperty("os.name").equals("Linux")) {
        return installed();
      }
      unpack(archive, folder);
    }
    return folder.resolve("bin");
  }

  private static void unpack(InputStream archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
          } else {
            Files.copy(tar, target);
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
          }
        }
      }
    }
  }

  private static Path installed() throws IOException {
    Stream<Path> onPath =
        Stream.of(System.getenv("PATH").split(":")).filter(part -> !part.isEmpty()).map(Path::of);
    return Stream.concat(debianFolders(), onPath)
        .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no PostgreSQL for this machine; install postgresql"));
  }

  private static Stream<Path> debianFolders() throws IOException {
    Path root = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(root)) {
      return Stream.empty();
    }
    try (Stream<Path> majors = Files.list(root)) {
      return majors
          .sorted(Comparator.reverseOrder())
          .map(major -> major.resolve("bin"))
          .toList()
          .stream();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}

package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Enumeration;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks archives into folders that every user can read. Executable files stay executable, and
 * nothing is written outside the folder.
 */
final class ArchiveExtractor {
  private enum Kind {
    DIRECTORY,
    FILE,
    LINK
  }

  private static final Pattern NAME_BEFORE_PARENT =
      Pattern.compile("(^|/)(?!\\.{1,2}/)[^/]+/(\\./|/)*\\.\\.(/|$)");

  private ArchiveExtractor() {}

  /**
   * Unpacks a {@code .jar}, {@code .zip}, {@code .txz}, {@code .tar.xz}, {@code .tgz}, {@code
   * .tar.gz}, {@code .tar} or {@code .deb} file.
   *
   * @param needed the paths of the entries to unpack
   * @throws IOException if the archive is damaged, or an entry or link leads out of the folder
   * @throws DataPlaneException if the file has another extension
   */
  static void unpack(Path archive, Path folder, Predicate<String> needed) throws IOException {
    String name = archive.getFileName().toString();
    if (name.endsWith(".deb")) {
      Tool.run("dpkg", "-x", archive.toString(), folder.toString());
      // Special files are deleted: a device would give access to the machine's disks.
      Tool.run(
          "find",
          folder.toString(),
          "!",
          "-type",
          "f",
          "!",
          "-type",
          "d",
          "!",
          "-type",
          "l",
          "-delete");
    } else if (name.matches(".*\\.(jar|zip)")) {
      unzip(archive, folder, needed);
    } else if (name.matches(".*\\.(txz|tar\\.xz|tgz|tar\\.gz|tar)")) {
      try (InputStream content = new BufferedInputStream(Files.newInputStream(archive))) {
        untar(decompressed(name, content), folder, needed);
      }
    } else {
      throw new DataPlaneException(
          "%s is not a supported archive; its name must end in .jar, .zip, .txz, .tar.xz, .tgz, .tar.gz, .tar or .deb"
              .formatted(archive));
    }
  }

  static void unpackTarXz(InputStream archive, Path folder) throws IOException {
    untar(new XZInputStream(archive), folder, path -> true);
  }

  private static InputStream decompressed(String name, InputStream content) throws IOException {
    if (name.endsWith("xz")) {
      return new XZInputStream(content);
    }
    return name.endsWith("gz") ? new GZIPInputStream(content) : content;
  }

  private static void untar(InputStream archive, Path folder, Predicate<String> needed)
      throws IOException {
    create(folder);
    try (TarArchiveInputStream tar = new TarArchiveInputStream(archive)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (entry.isDirectory() || needed.test(entry.getName())) {
          Path target = folder.resolve(entry.getName());
          boolean executable = (entry.getMode() & 0100) != 0;
          write(folder, target, kind(entry), tar, entry.getLinkName(), executable);
        }
      }
    }
  }

  private static Kind kind(TarArchiveEntry entry) throws IOException {
    if (entry.isDirectory()) {
      return Kind.DIRECTORY;
    }
    if (entry.isSymbolicLink()) {
      return Kind.LINK;
    }
    if (!entry.isFile() || entry.isLink()) {
      throw new IOException(entry.getName() + " is neither a file, a directory nor a link");
    }
    return Kind.FILE;
  }

  private static void unzip(Path archive, Path folder, Predicate<String> needed)
      throws IOException {
    create(folder);
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      Enumeration<ZipArchiveEntry> entries = zip.getEntriesInPhysicalOrder();
      while (entries.hasMoreElements()) {
        ZipArchiveEntry entry = entries.nextElement();
        if (!entry.isDirectory() && needed.test(entry.getName())) {
          try (InputStream content = zip.getInputStream(entry)) {
            unpack(entry, content, folder);
          }
        }
      }
    }
  }

  private static void unpack(ZipArchiveEntry entry, InputStream content, Path folder)
      throws IOException {
    Path target = folder.resolve(entry.getName());
    boolean link = entry.isUnixSymlink();
    String linkName = link ? new String(content.readAllBytes(), StandardCharsets.UTF_8) : "";
    boolean executable = (entry.getUnixMode() & 0100) != 0;
    write(folder, target, link ? Kind.LINK : Kind.FILE, content, linkName, executable);
  }

  private static void write(
      Path folder, Path path, Kind kind, InputStream content, String linkName, boolean executable)
      throws IOException {
    Path target = inside(folder, path);
    create(kind == Kind.DIRECTORY ? target : target.getParent());
    switch (kind) {
      case DIRECTORY -> {}
      case LINK -> link(folder, target, linkName);
      case FILE -> {
        Files.copy(content, target);
        chmod(target, executable ? "rwxr-xr-x" : "rw-r--r--");
      }
    }
  }

  /** Refuses a name followed by "..": the name may be another link, with its parent elsewhere. */
  private static void link(Path folder, Path target, String linkName) throws IOException {
    Path real = target.getParent().toRealPath();
    if (NAME_BEFORE_PARENT.matcher(linkName).find()) {
      throw new IOException(target + " would lead outside of " + folder);
    }
    inside(folder.toRealPath(), real.resolve(linkName));
    Files.createSymbolicLink(target, Path.of(linkName));
  }

  private static Path inside(Path folder, Path path) throws IOException {
    if (!path.normalize().startsWith(folder.normalize())) {
      throw new IOException(path + " would lead outside of " + folder);
    }
    return path.normalize();
  }

  /** Creates the directory and its missing parents, readable for all users, whatever the umask. */
  static Path create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      create(directory.getParent());
      Files.createDirectory(directory, OwnerOnly.FOLDER);
      chmod(directory, "rwxr-xr-x");
    }
    return directory;
  }

  private static void chmod(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}

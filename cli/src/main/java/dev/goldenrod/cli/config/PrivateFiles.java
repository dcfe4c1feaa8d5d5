package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner can read: mode 0600 in folders of mode 0700, from creation on. */
public final class PrivateFiles {
  private static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateFiles() {}

  /** Writes the file atomically. */
  public static void write(Path file, String text) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder, FOLDER);
      Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".new", FILE);
      try {
        Files.writeString(draft, text);
        Files.move(
            draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "%s cannot be written: %s".formatted(file, e));
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "%s cannot be deleted: %s".formatted(file, e));
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CliException(
          ExitCode.NOT_ALLOWED, "%s cannot be read: %s".formatted(file, e), "goldenrod login");
    }
  }
}

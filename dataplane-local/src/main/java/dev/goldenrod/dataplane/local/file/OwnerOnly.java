package dev.goldenrod.dataplane.local.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Permissions of files and folders that only the server's user can open. */
public final class OwnerOnly {
  public static final FileAttribute<Set<PosixFilePermission>> FILE = mode("rw-------");

  public static final FileAttribute<Set<PosixFilePermission>> FOLDER = mode("rwx------");

  private OwnerOnly() {}

  /** Creates the folder, or restricts the permissions of an existing one. */
  public static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder, FOLDER);
    Files.setPosixFilePermissions(folder, FOLDER.value());
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }
}

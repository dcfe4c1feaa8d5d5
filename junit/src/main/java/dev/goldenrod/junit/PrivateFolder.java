package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * Checks that no other user can add or replace files in a folder: it and all its parents belong to
 * this user or root.
 */
final class PrivateFolder {
  static final FileAttribute<Set<PosixFilePermission>> FILE = mode("rw-------");

  private static final FileAttribute<Set<PosixFilePermission>> FOLDER = mode("rwx------");
  private static final int ROOT = 0;
  private static final int GROUP_OR_OTHERS_WRITE = 0022;
  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;

  private PrivateFolder() {}

  /**
   * Creates the folder if it is missing.
   *
   * @return its real path
   * @throws GoldenrodException if another user could write to it; the message says where
   */
  static Path create(Path folder) throws IOException {
    if (Files.isSymbolicLink(folder)) {
      throw unsafe(folder, folder, "is a symbolic link");
    }
    Files.createDirectories(folder, FOLDER);
    Path real = folder.toRealPath();
    int user = user(real);
    Map<String, Object> own = attributes(real);
    if (owner(own) != user) {
      throw unsafe(folder, real, "belongs to another user");
    }
    if (has(own, GROUP_OR_OTHERS_WRITE)) {
      throw unsafe(folder, real, "is writable by other users (chmod go-w)");
    }
    for (Path parent = real.getParent(); parent != null; parent = parent.getParent()) {
      requireSafe(folder, parent, user);
    }
    return real;
  }

  /** Creates a subfolder; an existing one is closed to other users. */
  static Path createPrivateSubfolder(Path folder) throws IOException {
    Files.createDirectories(folder, FOLDER);
    return Files.setPosixFilePermissions(folder, FOLDER.value());
  }

  private static void requireSafe(Path folder, Path parent, int user) throws IOException {
    Map<String, Object> parents = attributes(parent);
    if (owner(parents) != user && owner(parents) != ROOT) {
      throw unsafe(folder, parent, "belongs to another user");
    }
    if (has(parents, OTHERS_WRITE) && !has(parents, STICKY)) {
      throw unsafe(folder, parent, "is writable by all users");
    }
  }

  private static GoldenrodException unsafe(Path folder, Path place, String why) {
    return new GoldenrodException(
        ("%s cannot be the folder of a test server: %s %s, so other users could run programs as"
                + " this user; choose another folder with XDG_CACHE_HOME or embedded(path)")
            .formatted(folder, place, why));
  }

  /** Returns the owner of a new file, which is the user of this process. */
  private static int user(Path folder) throws IOException {
    try {
      Path made = Files.createTempFile(folder, "owner", ".new", FILE);
      try {
        return owner(attributes(made));
      } finally {
        Files.delete(made);
      }
    } catch (AccessDeniedException e) {
      throw unsafe(folder, folder, "belongs to another user");
    }
  }

  private static Map<String, Object> attributes(Path path) throws IOException {
    return Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
  }

  private static int owner(Map<String, Object> attributes) {
    return (int) attributes.get("uid");
  }

  private static boolean has(Map<String, Object> attributes, int bits) {
    return ((int) attributes.get("mode") & bits) != 0;
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }
}

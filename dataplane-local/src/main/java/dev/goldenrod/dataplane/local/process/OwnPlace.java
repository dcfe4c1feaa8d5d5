package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Where none but this process's user, and root, can put anything. What is read elsewhere could have
 * been made by another user to run programs as this one.
 */
public final class OwnPlace {
  private static final int ROOT = 0;
  private static final int WRITABLE_BY_ALL = 0002;
  private static final int STICKY = 01000;
  private static final String WAY_OUT =
      "use a data directory of your own below folders that only you and root can write to, or run the command as that user";

  private OwnPlace() {}

  /**
   * Makes sure that no other user made the directory or can exchange it. One of this process's user
   * that everybody can write to is closed for others.
   *
   * @param directory with no link in its path
   * @throws DataPlaneException when one did or can
   */
  public static void requireDirectory(Path directory) {
    require(directory);
    if (isWritableByAll(directory)) {
      FileOwner.permit(directory, "rwx------");
    }
    for (Path above = directory.getParent(); above != null; above = above.getParent()) {
      requireFolderAbove(above, directory);
    }
  }

  /**
   * Makes sure that the file or directory is no link, and no other user's. One that is gone by now
   * is nobody's.
   *
   * @throws DataPlaneException when it is
   */
  public static void requireEntry(Path path) {
    try {
      require(path);
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e;
      }
    }
  }

  private static void require(Path path) {
    int owner = FileOwner.of(path);
    if (Files.isSymbolicLink(path) || !isOwnOrRoots(owner)) {
      throw new DataPlaneException(
          "%s is a link or belongs to another user (id %s, and this is %s), who could run programs as you by what is in it; %s"
              .formatted(path, text(owner), text(SystemUsers.uid()), WAY_OUT));
    }
  }

  /** An owner without a name, as a container sees one of its host, has no process here. */
  private static void requireFolderAbove(Path above, Path directory) {
    int owner = FileOwner.of(above);
    boolean isStrangers = !isOwnOrRoots(owner) && hasName(above, owner);
    if (isStrangers || isWritableByAll(above)) {
      throw new DataPlaneException(
          "%s can be exchanged by another user, who could run programs as you by what is in it: %s %s; %s"
              .formatted(
                  directory,
                  above,
                  isStrangers ? "belongs to user id " + text(owner) : "is writable by all",
                  WAY_OUT));
    }
  }

  private static boolean isOwnOrRoots(int owner) {
    return owner == ROOT || owner == SystemUsers.uid();
  }

  private static boolean hasName(Path path, int owner) {
    try {
      return !Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName().equals(text(owner));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell whose " + path + " is", e);
    }
  }

  /** In a sticky folder, as the one for temporary files, entries are exchanged by owners alone. */
  private static boolean isWritableByAll(Path folder) {
    int mode = FileOwner.modeOf(folder);
    return (mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0;
  }

  private static String text(int id) {
    return Integer.toUnsignedString(id);
  }
}

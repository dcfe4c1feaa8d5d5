package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where none but this process's user, and root, can put anything. What is read elsewhere could have
 * been made by another user to run programs as this one.
 */
public final class OwnPlace {
  private static final int ROOT = 0;
  private static final int MOST_LINKS = 40;
  private static final int WRITABLE_BY_GROUP = 0020;
  private static final int WRITABLE_BY_ALL = 0002;
  private static final int STICKY = 01000;
  private static final String WAY_OUT =
      "use a directory of your own below folders that only you and root can write to, or run the command as that user";

  /**
   * Kubernetes sets this variable in each container. Volumes of a pod, as those of the kind
   * emptyDir, may be writable by all; only the pod's containers can reach them.
   */
  private static final boolean IS_IN_POD = System.getenv("KUBERNETES_SERVICE_HOST") != null;

  private OwnPlace() {}

  /**
   * Makes sure that no other user decides where the path leads: none made a link on the way, or can
   * exchange a folder on it.
   *
   * @param path which need not be there
   * @throws DataPlaneException when one did or can
   */
  public static void requireWay(Path path) {
    requireWay(path.toAbsolutePath(), path, MOST_LINKS);
  }

  private static void requireWay(Path absolute, Path path, int links) {
    Path there = absolute;
    for (Path each = absolute; each != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each)) {
        requireLink(each, path, links);
      }
      if (!Files.exists(there)) {
        there = each;
      }
    }
    Path real = real(there);
    requireFolders(there.equals(absolute) ? real.getParent() : real, path);
  }

  private static void requireLink(Path link, Path path, int links) {
    if (links == 0) {
      throw refused(path, "leads over too many links");
    }
    if (!isOwnOrRoots(FileOwner.of(link))) {
      throw refused(link, "is a link of user id " + text(FileOwner.of(link)));
    }
    try {
      requireFolders(real(link.getParent()), path);
      requireWay(link.resolveSibling(Files.readSymbolicLink(link)), path, links - 1);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell where " + link + " leads", e);
    }
  }

  /**
   * Makes sure that no other user made the directory or can exchange it. One of this process's user
   * that others can write to is closed for them.
   *
   * @param directory with no link in its path
   * @throws DataPlaneException when one did or can
   */
  public static void requireDirectory(Path directory) {
    require(directory);
    int mode = FileOwner.modeOf(directory);
    if (isWritable(mode) && FileOwner.of(directory) == SystemUsers.uid()) {
      FileOwner.permit(directory, "rwx------");
    } else if ((mode & WRITABLE_BY_ALL) != 0 && !IS_IN_POD) {
      throw refused(directory, "is writable by all");
    }
    requireFolders(directory, directory);
  }

  /**
   * Makes sure that the file or directory is no link, and no other user's. One of this process's
   * user that others can write to is closed for them. A path that was deleted meanwhile is passed
   * over.
   *
   * @throws DataPlaneException when it is
   */
  public static void requireEntry(Path path) {
    try {
      require(path);
      if (isWritable(FileOwner.modeOf(path)) && FileOwner.of(path) == SystemUsers.uid()) {
        FileOwner.closeToOthers(path);
      }
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e;
      }
    }
  }

  private static void require(Path path) {
    int owner = FileOwner.of(path);
    if (Files.isSymbolicLink(path) || !isOwnOrRoots(owner)) {
      throw refused(
          path,
          "is a link or belongs to another user (id %s, and this is %s)"
              .formatted(text(owner), text(SystemUsers.uid())));
    }
  }

  private static void requireFolders(@Nullable Path lowest, Path path) {
    for (Path folder = lowest; folder != null; folder = folder.getParent()) {
      int owner = FileOwner.of(folder);
      if (!isOwnOrRoots(owner) && !isRootsOutside(folder, owner)) {
        throw refused(
            path, "can be exchanged: %s belongs to user id %s".formatted(folder, text(owner)));
      }
      if (isWritableByOthers(folder)) {
        throw refused(path, "can be exchanged: %s is writable by others".formatted(folder));
      }
    }
  }

  /**
   * Only root makes entries of the root folder; in a user namespace, these can be seen as
   * another's.
   */
  private static boolean isRootsOutside(Path folder, int owner) {
    return folder.getNameCount() <= 1 && UserNamespace.own().isOutside(owner);
  }

  private static boolean isWritable(int mode) {
    return (mode & (WRITABLE_BY_GROUP | WRITABLE_BY_ALL)) != 0;
  }

  private static boolean isOwnOrRoots(int owner) {
    return owner == ROOT || owner == SystemUsers.uid();
  }

  /** In a sticky folder, as the one for temporary files, entries are exchanged by owners alone. */
  private static boolean isWritableByOthers(Path folder) {
    int mode = FileOwner.modeOf(folder);
    return !IS_IN_POD
        && (mode & STICKY) == 0
        && ((mode & WRITABLE_BY_ALL) != 0
            || (mode & WRITABLE_BY_GROUP) != 0 && !hasOwnersGroup(folder));
  }

  /**
   * Whether the group is the owner's alone by its name, root's, or has no name here, as the one
   * that a container's volume is given.
   */
  private static boolean hasOwnersGroup(Path folder) {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String group = attributes.group().getName();
      return group.equals(attributes.owner().getName())
          || group.equals("root")
          || group.chars().allMatch(Character::isDigit);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell whose " + folder + " is", e);
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell where " + path + " leads", e);
    }
  }

  private static DataPlaneException refused(Path path, String why) {
    return new DataPlaneException(
        "%s %s; whoever made it could run programs as you by what is in it; %s"
            .formatted(path, why, WAY_OUT));
  }

  private static String text(int id) {
    return Integer.toUnsignedString(id);
  }
}

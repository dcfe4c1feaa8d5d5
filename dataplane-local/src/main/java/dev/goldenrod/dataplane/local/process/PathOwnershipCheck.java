package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that no other user can replace a path or what it leads to, and removes the write
 * permissions of others: files that another user can replace could make this process run that
 * user's programs. In a pod only the owners are checked.
 */
public final class PathOwnershipCheck {
  private static final int ROOT = 0;
  private static final int MOST_LINKS = 40;
  private static final int WRITABLE_BY_GROUP = 0020;
  private static final int WRITABLE_BY_ALL = 0002;
  private static final int STICKY = 01000;
  private static final String ADVICE =
      "use your own directory below folders that only you and root can write to, or run the command as the owner of the path";

  /**
   * Set by Kubernetes in each container. A pod's volumes, for example of type emptyDir, may be
   * writable for all, but only the pod's containers can reach them.
   */
  private static final boolean IS_IN_POD = System.getenv("KUBERNETES_SERVICE_HOST") != null;

  private PathOwnershipCheck() {}

  /**
   * Checks that no other user controls where the path leads.
   *
   * @param path may not exist
   * @throws DataPlaneException if another user created a link on the path or can replace a folder
   */
  public static void requireSafePath(Path path) {
    requireSafePath(path.toAbsolutePath(), path, MOST_LINKS);
  }

  private static void requireSafePath(Path absolute, Path path, int links) {
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
      throw refused(path, "contains too many symbolic links");
    }
    if (!isOwnOrRoots(FileOwner.of(link))) {
      throw refused(link, "is a symbolic link of user id " + text(FileOwner.of(link)));
    }
    try {
      requireFolders(real(link.getParent()), path);
      requireSafePath(link.resolveSibling(Files.readSymbolicLink(link)), path, links - 1);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot resolve " + link, e);
    }
  }

  /**
   * Removes others' permissions from a directory of this process's user that they can write to.
   *
   * @param directory a path without links
   * @throws DataPlaneException if another user created the directory or can replace it
   */
  public static void restrictDirectory(Path directory) {
    require(directory);
    int mode = FileOwner.modeOf(directory);
    if (isWritable(mode) && FileOwner.of(directory) == SystemUsers.uid()) {
      FileOwner.permit(directory, "rwx------");
    } else if ((mode & WRITABLE_BY_ALL) != 0 && !IS_IN_POD) {
      throw refused(directory, "is writable by all users");
    }
    requireFolders(directory, directory);
  }

  /**
   * Removes others' write permissions from a file of this process's user. Ignores a path that was
   * deleted concurrently.
   *
   * @throws DataPlaneException if the path is a link or belongs to another user
   */
  public static void restrictFile(Path path) {
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
          "is a symbolic link or belongs to another user (id %s; your id is %s)"
              .formatted(text(owner), text(SystemUsers.uid())));
    }
  }

  private static void requireFolders(@Nullable Path lowest, Path path) {
    for (Path folder = lowest; folder != null; folder = folder.getParent()) {
      int owner = FileOwner.of(folder);
      if (!isOwnOrRoots(owner) && !isRootsOutside(folder, owner)) {
        throw refused(
            path, "can be replaced: %s belongs to user id %s".formatted(folder, text(owner)));
      }
      if (isWritableByOthers(folder)) {
        throw refused(path, "can be replaced: %s is writable by others".formatted(folder));
      }
    }
  }

  /** Only root can create entries of the root folder; a user namespace may hide that. */
  private static boolean isRootsOutside(Path folder, int owner) {
    return folder.getNameCount() <= 1 && UserNamespace.own().isOutside(owner);
  }

  private static boolean isWritable(int mode) {
    return (mode & (WRITABLE_BY_GROUP | WRITABLE_BY_ALL)) != 0;
  }

  private static boolean isOwnOrRoots(int owner) {
    return owner == ROOT || owner == SystemUsers.uid();
  }

  /** In a sticky folder, such as the one for temporary files, only owners can replace entries. */
  private static boolean isWritableByOthers(Path folder) {
    int mode = FileOwner.modeOf(folder);
    return !IS_IN_POD
        && (mode & STICKY) == 0
        && ((mode & WRITABLE_BY_ALL) != 0
            || (mode & WRITABLE_BY_GROUP) != 0 && !hasOwnersGroup(folder));
  }

  /** The group is the owner's, root's, or has no name, as a container volume's group. */
  private static boolean hasOwnersGroup(Path folder) {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String group = attributes.group().getName();
      return group.equals(attributes.owner().getName())
          || group.equals("root")
          || group.chars().allMatch(Character::isDigit);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot determine the owner of " + folder, e);
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot resolve " + path, e);
    }
  }

  private static DataPlaneException refused(Path path, String why) {
    return new DataPlaneException(
        "%s %s; another user could run programs as you through its content; %s"
            .formatted(path, why, ADVICE));
  }

  private static String text(int id) {
    return Integer.toUnsignedString(id);
  }

  /**
   * The user ids of this process's user namespace. In a namespace of an ordinary user, as of {@code
   * unshare -r} or {@code bwrap}, outside users have no id, not even root: the kernel shows their
   * files with one placeholder owner.
   *
   * @param ranges each the first id inside, the first id outside, and the count
   * @param shown the placeholder owner of files whose owner has no id
   */
  record UserNamespace(List<String> ranges, int shown) {
    private static final Path MAP = Path.of("/proc/self/uid_map");
    private static final Path SHOWN = Path.of("/proc/sys/kernel/overflowuid");

    static UserNamespace own() {
      try {
        return Files.exists(MAP)
            ? new UserNamespace(
                Files.readAllLines(MAP), Integer.parseInt(Files.readAllLines(SHOWN).get(0)))
            : new UserNamespace(List.of("0 0 4294967295"), 0);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the user ids of this process's namespace", e);
      }
    }

    boolean isOutside(int owner) {
      return owner == shown && ranges.stream().noneMatch(this::hasShown);
    }

    private boolean hasShown(String range) {
      String[] numbers = range.strip().split("\\s+");
      long first = Long.parseLong(numbers[0]);
      return shown >= first && shown < first + Long.parseLong(numbers[2]);
    }
  }
}

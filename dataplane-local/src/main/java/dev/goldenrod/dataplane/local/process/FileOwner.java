package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Whose files are, by the numbers of users and groups. Follows no links. */
final class FileOwner {
  private FileOwner() {}

  /** The number of the user that the file or directory belongs to. */
  static int of(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell whose " + path + " is", e);
    }
  }

  /** The permissions of the file or directory, with the bits above them. */
  static int modeOf(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell who can use " + path, e);
    }
  }

  /** Gives the one file or directory to the user and the group. */
  static void set(Path path, int uid, int gid) {
    try {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give %s to user %d".formatted(path, uid), e);
    }
  }

  /**
   * Gives the directory and all that is in it to the user and the group. The tool goes down a tree
   * by directory handles, so that no link swapped in leads it astray.
   */
  static void setOfTree(Path tree, String uid, String gid) {
    Tool.run("chown", "-hR", uid + ":" + gid, "--", tree.toString());
  }

  /** Gives the one file or directory to the group. */
  static void setGroup(Path path, int gid) {
    try {
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give %s to group %d".formatted(path, gid), e);
    }
  }

  /** Takes from all but the owner that they may write to the file or directory. */
  static void closeToOthers(Path path) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      permissions.removeAll(
          Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot change who may use " + path, e);
    }
  }

  /** Gives the file or directory those permissions, as in {@code rwx--x---}. */
  static void permit(Path path, String permissions) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot change who may use " + path, e);
    }
  }
}

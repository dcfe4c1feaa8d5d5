package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Reads and changes owners and permissions of files by numeric ids. Follows no links. */
final class FileOwner {
  private FileOwner() {}

  static int of(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot determine the owner of " + path, e);
    }
  }

  /** Returns the file's mode including the sticky and set-id bits. */
  static int modeOf(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the permissions of " + path, e);
    }
  }

  static void set(Path path, int uid, int gid) {
    try {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot change the owner of %s to user %d".formatted(path, uid), e);
    }
  }

  /** The tool uses directory handles, so that a link created concurrently cannot redirect it. */
  static void setOfTree(Path tree, String uid, String gid) {
    Tool.run("chown", "-hR", uid + ":" + gid, "--", tree.toString());
  }

  static void setGroup(Path path, int gid) {
    try {
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot change the group of %s to %d".formatted(path, gid), e);
    }
  }

  static void closeToOthers(Path path) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      permissions.removeAll(
          Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot change the permissions of " + path, e);
    }
  }

  static void permit(Path path, String permissions) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot change the permissions of " + path, e);
    }
  }
}

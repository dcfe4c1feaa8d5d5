package dev.goldenrod.dataplane.k8s.simulated.node;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Changes the group of a volume's files to the pod's {@code fsGroup}, as the kubelet does. */
final class FsGroup {
  private static final int FILE = 0660;
  private static final int FOLDER = 02770;

  private FsGroup() {}

  /** Changes all files, unless {@code onRootMismatch} is set and the root already matches. */
  static void setGroup(Path volume, long group, boolean onRootMismatch) throws IOException {
    if (!onRootMismatch || !isOwned(volume, group)) {
      Files.walkFileTree(volume, new Visitor((int) group));
    }
  }

  private static boolean isOwned(Path volume, long group) throws IOException {
    int mode = (int) Files.getAttribute(volume, "unix:mode");
    return (int) Files.getAttribute(volume, "unix:gid") == group && (mode & FOLDER) == FOLDER;
  }

  private static final class Visitor extends SimpleFileVisitor<Path> {
    private final int group;

    Visitor(int group) {
      this.group = group;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isSymbolicLink()) {
        add(file, FILE);
      }
      return FileVisitResult.CONTINUE;
    }

    /** The volume's root directory is changed last, because it marks the change as complete. */
    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      Files.setAttribute(folder, "unix:gid", group);
      add(folder, FOLDER);
      return FileVisitResult.CONTINUE;
    }

    private static void add(Path path, int bits) throws IOException {
      int mode = (int) Files.getAttribute(path, "unix:mode") & 07777;
      Files.setAttribute(path, "unix:mode", mode | bits);
    }
  }
}

package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import dev.goldenrod.dataplane.local.process.MountInfo;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A disk whose power can be cut: a file system on a loop device, mounted as root. XFS and ext4 are
 * shut down without writing their log, as in a power failure. btrfs has no such shutdown; instead,
 * the state of the device at that moment is preserved.
 */
final class PowerDisk implements AutoCloseable {
  private static final String SIZE = "3G";

  private final String fileSystem;
  private final Path image;
  private final Path path;
  private final Path below;

  private PowerDisk(String fileSystem, Path image, Path path, Path below) {
    this.fileSystem = fileSystem;
    this.image = image;
    this.path = path;
    this.below = below;
  }

  static boolean isPossible() {
    return Files.exists(Path.of("/dev/loop-control"))
        && Files.isWritable(Path.of("/dev/loop-control"))
        && Tool.tryRun("xfs_io", "-V").succeeded();
  }

  static PowerDisk of(String fileSystem, Path folder) {
    try {
      Path path = Files.createDirectory(folder.resolve("disk"));
      Path below = Files.createDirectory(folder.resolve("below"));
      if (fileSystem.equals("btrfs")) {
        mount("xfs", formatted("xfs", folder.resolve("below.image")), below);
      }
      Path image = formatted(fileSystem, below.resolve("disk.image"));
      mount(fileSystem, image, path);
      return new PowerDisk(fileSystem, image, path, below);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Path formatted(String fileSystem, Path image) {
    Tool.run("truncate", "--size=" + SIZE, image.toString());
    Tool.run("mkfs." + fileSystem, "-q", image.toString());
    return image;
  }

  private static void mount(String fileSystem, Path image, Path at) {
    String options = fileSystem.equals("xfs") ? "loop,nouuid" : "loop";
    Tool.run("mount", "-o", options, image.toString(), at.toString());
  }

  Path path() {
    return path;
  }

  /** Returns whether writes after the cut still succeed, although they will be lost. */
  boolean answersAfterCut() {
    return fileSystem.equals("btrfs");
  }

  /** Later writes are lost, and earlier ones that were not forced may be. */
  void cut() {
    if (answersAfterCut()) {
      keep("--reflink=always");
    } else {
      Tool.run("xfs_io", "-x", "-c", "shutdown", path.toString());
    }
  }

  /**
   * Mounts what the disk preserved, after all programs that used it are dead. It is a copy, because
   * mount namespaces of other programs may keep the file system in use.
   */
  void repower(List<String> shown) {
    shown.forEach(place -> unmount(Path.of(place)));
    unmount(path);
    if (!answersAfterCut()) {
      keep("--sparse=always");
    }
    try {
      Files.move(kept(), image, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    mount(fileSystem, image, path);
  }

  private void keep(String how) {
    Tool.run("cp", how, image.toString(), kept().toString());
  }

  private Path kept() {
    return below.resolve("kept.image");
  }

  /** Retries, because killed processes keep a mount busy for a moment. */
  private static void unmount(Path place) {
    await("unmounted")
        .until(
            () -> {
              for (String point : mountsIn(place)) {
                Tool.tryRun("umount", point);
              }
              return mountsIn(place);
            },
            List::isEmpty);
  }

  private static List<String> mountsIn(Path place) {
    try {
      List<String> points =
          new ArrayList<>(
              MountInfo.read(MountInfo.TABLE).stream()
                  .map(MountInfo::point)
                  .filter(point -> point.startsWith(place))
                  .map(Path::toString)
                  .toList());
      Collections.reverse(points);
      return points;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    unmount(path);
    unmount(below);
  }
}

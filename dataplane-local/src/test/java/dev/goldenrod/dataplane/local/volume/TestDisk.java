package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small disk with its own file system, mounted in a temporary directory; requires root. */
public final class TestDisk implements AutoCloseable {
  private final String fileSystem;
  private final Path image;
  private final Path mountPoint;

  private TestDisk(String fileSystem, Path image, Path mountPoint) {
    this.fileSystem = fileSystem;
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /** Creates and mounts a disk of 1 GiB formatted as xfs, btrfs or ext4. */
  static TestDisk formatted(String fileSystem, Path temporary) {
    return formatted(fileSystem, temporary, 1L << 30);
  }

  /** Creates and mounts a disk formatted as xfs, btrfs or ext4. */
  public static TestDisk formatted(String fileSystem, Path temporary, long bytes) {
    try {
      Path image = temporary.resolve("disk.img");
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(bytes);
      }
      Tool.run(format(fileSystem, image.toString()));
      Path mountPoint = Files.createDirectory(temporary.resolve("disk"));
      TestDisk disk = new TestDisk(fileSystem, image, mountPoint);
      disk.mount();
      return disk;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> format(String fileSystem, String image) {
    // ext4 reserves blocks for root, which would let the test write to a full disk.
    return fileSystem.equals("ext4")
        ? List.of("mkfs.ext4", "-q", "-m", "0", image)
        : List.of("mkfs." + fileSystem, "-q", image);
  }

  public Path path() {
    return mountPoint;
  }

  /** Discards everything that is not on the disk, as a power failure does; requires XFS or ext4. */
  public void cutPower() {
    Tool.run("xfs_io", "-x", "-c", "shutdown", mountPoint.toString());
  }

  /**
   * Mounts a copy of the disk, because a mount namespace of a concurrent test may keep the original
   * file system mounted.
   */
  public void mountAgain() {
    Mounts.unmountAll(mountPoint);
    Path kept = image.resolveSibling("kept.img");
    Tool.run("cp", "--sparse=always", image.toString(), kept.toString());
    Tool.run("mv", kept.toString(), image.toString());
    mount();
  }

  private void mount() {
    String options = fileSystem.equals("xfs") ? "loop,nouuid" : "loop";
    Tool.run("mount", "-o", options, image.toString(), mountPoint.toString());
  }

  @Override
  public void close() throws IOException {
    Mounts.unmountAll(mountPoint);
    Files.delete(image);
  }
}

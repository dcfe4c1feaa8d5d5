package dev.goldenrod.e2e;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk that is small enough to be filled: an ext4 image, mounted as root. */
final class SmallDisk implements LimitedDisk {
  private static final int MEGABYTES_LEFT = 90;

  private final Path path;
  private final Path ballast;

  private SmallDisk(Path path) {
    this.path = path;
    this.ballast = path.resolve("ballast");
  }

  static SmallDisk mount(Path folder, int megabytes) {
    try {
      Path image = folder.resolve("disk.ext4");
      Path path = Files.createDirectory(folder.resolve("disk"));
      Tool.run("truncate", "--size=" + megabytes + "M", image.toString());
      // ext4 reserves blocks for root, whose server would not notice a full disk.
      Tool.run("mkfs.ext4", "-q", "-m", "0", image.toString());
      Tool.run("mount", "-o", "loop", image.toString(), path.toString());
      return new SmallDisk(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void fill() {
    try {
      long size = Files.getFileStore(path).getUsableSpace() - ((long) MEGABYTES_LEFT << 20);
      Tool.run("fallocate", "--length=" + size, ballast.toString());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void free() {
    try {
      Files.delete(ballast);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String[] complaints() {
    return new String[] {"No space left", "full", "bytes free"};
  }

  @Override
  public void close() {
    Tool.run("umount", path.toString());
  }
}

package dev.goldenrod.dataplane.k8s.simulated.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system in an image file, on which copies of volumes are fast. Without permission to mount
 * it, the volumes lie on the directory's own disk, and copies take longer.
 */
public final class CopyOnWriteDisk implements AutoCloseable {
  private static final String MOUNT =
      """
      set -e
      PATH=$PATH:/usr/sbin:/sbin
      truncate -s 16G "$1"
      mkfs.xfs -q -m reflink=1 "$1"
      mount -t xfs -o loop,discard,noatime,nosuid,nodev "$1" "$2"
      """;

  private final Path folder;
  private final boolean mounted;

  private CopyOnWriteDisk(Path folder, boolean mounted) {
    this.folder = folder;
    this.mounted = mounted;
  }

  public static CopyOnWriteDisk at(Path folder) {
    try {
      Files.createDirectories(folder);
      Path image = folder.resolveSibling("storage.xfs");
      boolean mounted = succeeds("sh", "-c", MOUNT, "sh", image.toString(), folder.toString());
      if (!mounted) {
        Files.deleteIfExists(image);
      }
      return new CopyOnWriteDisk(folder, mounted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  /** Unmounts the disk, lazily, because ending processes may still use it. */
  @Override
  public void close() {
    if (mounted && !succeeds("umount", "--lazy", folder.toString())) {
      throw new IllegalStateException("cannot unmount " + folder);
    }
  }

  private static boolean succeeds(String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command[0], e);
    }
  }
}

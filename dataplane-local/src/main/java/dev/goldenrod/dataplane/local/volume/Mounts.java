package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What is mounted on this machine. */
final class Mounts {
  private static final Path TABLE = Path.of("/proc/self/mountinfo");

  private Mounts() {}

  /**
   * A mounted file system.
   *
   * @param type as in {@code xfs}
   * @param options those of the file system, not those of the mount
   */
  record Mounted(String type, List<String> options) {}

  /** The file system that has the directory; one of no options where the system does not tell. */
  static Mounted holding(Path directory) {
    if (!Files.exists(TABLE)) {
      return new Mounted(fileSystem(directory), List.of());
    }
    try (Stream<String> lines = Files.lines(TABLE)) {
      Path real = directory.toRealPath();
      // Of mounts at the same place, the last one covers the others.
      return lines
          .filter(line -> real.startsWith(mountPoint(line)))
          .reduce((one, other) -> depth(one) > depth(other) ? one : other)
          .map(Mounts::mounted)
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int depth(String line) {
    return mountPoint(line).getNameCount();
  }

  private static Mounted mounted(String line) {
    String[] fields = line.substring(line.indexOf(" - ") + 3).split(" ");
    return new Mounted(fields[0], List.of(fields[fields.length - 1].split(",")));
  }

  /** Whether something is mounted right at the directory, which exists. */
  static boolean isMountPoint(Path directory) {
    try {
      return !device(directory).equals(device(directory.resolve("..")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The mount points at or below the directory, the last mounted first. */
  static List<Path> below(Path directory) {
    if (!Files.exists(TABLE)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(TABLE)) {
      List<Path> points =
          lines.map(Mounts::mountPoint).filter(point -> point.startsWith(directory)).toList();
      return Stream.iterate(points.size() - 1, i -> i >= 0, i -> i - 1).map(points::get).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes the mount away; if somebody still holds a file of it open, it is gone from the tree at
   * once and for good when the file is closed.
   */
  static void unmount(Path point) {
    if (!Tool.tryRun("umount", point.toString()).succeeded()) {
      Tool.run("umount", "-l", point.toString());
    }
  }

  /** Takes away all mounts at or below the directory. */
  static void unmountAll(Path directory) {
    below(directory).forEach(Mounts::unmount);
  }

  /** The kind of the file system that holds the path, as in ext4. */
  static String fileSystem(Path path) {
    try {
      return Files.getFileStore(path).type();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object device(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
  }

  private static Path mountPoint(String line) {
    String field = line.split(" ", 6)[4];
    StringBuilder point = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\') {
        point.append((char) Integer.parseInt(field.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        point.append(field.charAt(i));
      }
    }
    return Path.of(point.toString());
  }
}

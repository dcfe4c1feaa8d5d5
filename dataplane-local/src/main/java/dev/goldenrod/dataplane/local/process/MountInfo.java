package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A line of {@code /proc/PID/mountinfo}: one mounted file system. */
public final class MountInfo {
  /** The mounts that this process sees; the file exists on Linux only. */
  public static final Path TABLE = Path.of("/proc/self/mountinfo");

  /** Stands for a space, tab, line feed or backslash in a path. */
  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  private static final int ROOT = 3;
  private static final int POINT = 4;
  private static final String END_OF_OPTIONAL_FIELDS = "-";

  private final List<String> fields;

  private MountInfo(String line) {
    this.fields = List.of(line.split(" "));
  }

  /**
   * Returns the mounts in the order of the table. Other users can mount, too: leaves out a mount
   * point whose name is not valid in the character set of this Java machine.
   */
  public static List<MountInfo> read(Path table) throws IOException {
    // A carriage return in a name stands there as it is, and ends no line.
    String lines = new String(Files.readAllBytes(table), StandardCharsets.UTF_8);
    return Stream.of(lines.split("\n"))
        .filter(line -> !line.isEmpty())
        .map(MountInfo::new)
        .filter(MountInfo::hasPath)
        .toList();
  }

  private boolean hasPath() {
    try {
      point();
      return true;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns the directory of the file system that is visible at the mount point. */
  public Path root() {
    return path(ROOT);
  }

  public Path point() {
    return path(POINT);
  }

  public String type() {
    return fields.get(fields.indexOf(END_OF_OPTIONAL_FIELDS) + 1);
  }

  /** Returns the options of the file system, not those of the mount. */
  public List<String> options() {
    return List.of(fields.get(fields.size() - 1).split(","));
  }

  private Path path(int field) {
    return Path.of(
        ESCAPED
            .matcher(fields.get(field))
            .replaceAll(found -> Matcher.quoteReplacement(character(found.group(1)))));
  }

  private static String character(String octal) {
    return Character.toString(Integer.parseInt(octal, 8));
  }
}

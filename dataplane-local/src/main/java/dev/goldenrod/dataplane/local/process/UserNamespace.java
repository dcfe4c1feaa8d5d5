package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The user ids of this process's user namespace. In a namespace of an ordinary user, as of {@code
 * unshare -r} or {@code bwrap}, outside users have no id, not even root: the kernel shows their
 * files with one placeholder owner.
 */
final class UserNamespace {
  private static final Path MAP = Path.of("/proc/self/uid_map");
  private static final Path SHOWN = Path.of("/proc/sys/kernel/overflowuid");

  private final List<String> ranges;
  private final int shown;

  /**
   * @param ranges each the first id inside, the first id outside, and the count
   * @param shown the placeholder owner of files whose owner has no id
   */
  UserNamespace(List<String> ranges, int shown) {
    this.ranges = ranges;
    this.shown = shown;
  }

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

package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The users that this process's user namespace has numbers for. In one that an ordinary user made,
 * as by {@code unshare -r} or {@code bwrap}, root outside of it has none: the kernel shows whatever
 * belongs to users without one as a single other user's.
 */
final class UserNamespace {
  private static final Path MAP = Path.of("/proc/self/uid_map");
  private static final Path SHOWN = Path.of("/proc/sys/kernel/overflowuid");

  private final List<String> ranges;
  private final int shown;

  /**
   * @param ranges each the first number inside, the first outside, and how many there are
   * @param shown the number that is shown for the owner of a file who has none
   */
  UserNamespace(List<String> ranges, int shown) {
    this.ranges = ranges;
    this.shown = shown;
  }

  /** This process's; one that has numbers for all where the kernel tells of none. */
  static UserNamespace own() {
    try {
      return Files.exists(MAP)
          ? new UserNamespace(
              Files.readAllLines(MAP), Integer.parseInt(Files.readAllLines(SHOWN).get(0)))
          : new UserNamespace(List.of("0 0 4294967295"), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read which users this process can see", e);
    }
  }

  /** Whether a file with that owner belongs to someone who has no number here. */
  boolean isOutside(int owner) {
    return owner == shown && ranges.stream().noneMatch(this::hasShown);
  }

  private boolean hasShown(String range) {
    String[] numbers = range.strip().split("\\s+");
    long first = Long.parseLong(numbers[0]);
    return shown >= first && shown < first + Long.parseLong(numbers[2]);
  }
}

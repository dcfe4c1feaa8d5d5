package dev.goldenrod.dataplane.local.options;

/** User ids reserved for a data plane's databases, both ends included. */
public record UidRange(int first, int last) {
  private static final int COUNT = 100_000_000;

  private static final UidRange COMMON = new UidRange(2_000_000_000, 2_000_000_000 + COUNT - 1);

  public UidRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException(
          "user ids %d-%d must be a range above 0, lowest first".formatted(first, last));
    }
  }

  /** Returns 2000000000 to 2099999999, enough to never use an id twice. */
  public static UidRange usual() {
    return COMMON;
  }

  /** Parses a range such as {@code 2000000000-2099999999}. */
  public static UidRange parse(String text) {
    String[] ends = text.split("-", 2);
    try {
      return new UidRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "user ids '%s' must be two numbers, for example %s".formatted(text, COMMON), e);
    }
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}

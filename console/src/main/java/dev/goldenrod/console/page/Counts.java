package dev.goldenrod.console.page;

/** Numbers of things in sentences. */
public final class Counts {
  private Counts() {}

  /** Returns a number with its noun, such as {@code 1 clone} or {@code 2 clones}. */
  public static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}

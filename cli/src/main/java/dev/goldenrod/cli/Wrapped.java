package dev.goldenrod.cli;

/** Text in lines of a width. */
final class Wrapped {
  private Wrapped() {}

  /**
   * The words of a text, a line break before each that has no room.
   *
   * @param first what the first line begins with
   * @param others what each other line begins with
   */
  static String of(String text, int width, String first, String others) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(first);
    String gap = "";
    for (String word : text.strip().split("\\s+")) {
      if (!gap.isEmpty() && line.length() + gap.length() + word.length() >= width) {
        lines.append(line).append(System.lineSeparator());
        line = new StringBuilder(others);
        gap = "";
      }
      line.append(gap).append(word);
      gap = " ";
    }
    return lines.append(line).append(System.lineSeparator()).toString();
  }
}

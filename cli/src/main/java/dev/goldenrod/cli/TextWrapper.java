package dev.goldenrod.cli;

/** Wraps text to a line width. */
final class TextWrapper {
  private TextWrapper() {}

  static String wrap(String text, int width, String first, String others) {
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

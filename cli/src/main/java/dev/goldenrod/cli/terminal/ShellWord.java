package dev.goldenrod.cli.terminal;

/** What is shown as something to type. */
public final class ShellWord {
  private ShellWord() {}

  /** One word of a shell's line, whatever stands in it. */
  public static String of(String text) {
    return text.matches("[A-Za-z0-9_./:@%+=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}

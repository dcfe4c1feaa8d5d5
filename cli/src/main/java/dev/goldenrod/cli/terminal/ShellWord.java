package dev.goldenrod.cli.terminal;

public final class ShellWord {
  private ShellWord() {}

  /** Returns the text as one shell word, quoted if necessary. */
  public static String of(String text) {
    return text.matches("[A-Za-z0-9_./:,@%+=-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}

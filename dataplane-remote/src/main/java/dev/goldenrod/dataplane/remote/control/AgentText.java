package dev.goldenrod.dataplane.remote.control;

/** What an agent says for people, before it is stored, logged or shown. */
final class AgentText {
  private static final int LONGEST = 2_000;

  private AgentText() {}

  /** The text in one line, without characters that control a terminal, and not too long. */
  static String of(String said) {
    String line = said.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}

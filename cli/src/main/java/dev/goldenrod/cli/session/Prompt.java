package dev.goldenrod.cli.session;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.cli.terminal.TypedText;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

public final class Prompt {
  private Prompt() {}

  /** Asks a question and returns the answer; empty at the end of standard input. */
  public static String ask(Terminal terminal, String question) {
    terminal.err().print(question);
    terminal.err().flush();
    return readLine(terminal);
  }

  /** Asks for a secret, which is not echoed. */
  public static String askSecret(Terminal terminal, String question) {
    Console console = System.console();
    // Newer Java versions return a Console even without a terminal.
    if (console == null || !terminal.canAsk()) {
      throw new CliException(
          ExitCode.USAGE, "cannot ask for a secret here; give it on standard input");
    }
    char[] typed = console.readPassword("%s", question);
    return typed == null ? "" : TypedText.requireSecret(new String(typed));
  }

  /** Returns the first line of standard input, stripped. */
  public static String readLine(Terminal terminal) {
    return readLines(terminal, 1).get(0);
  }

  /** Returns the first line of standard input with spaces, which a password may contain. */
  public static String readSecretLine(Terminal terminal) {
    return read(terminal, 1).get(0);
  }

  /** Returns the first lines of standard input, stripped; missing lines are empty. */
  public static List<String> readLines(Terminal terminal, int number) {
    return read(terminal, number).stream().map(String::strip).toList();
  }

  private static List<String> read(Terminal terminal, int number) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    try {
      while (lines.size() < number) {
        String line = reader.readLine();
        lines.add(line == null ? "" : line);
      }
      return lines;
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, "standard input cannot be read: " + e.getMessage());
    }
  }
}

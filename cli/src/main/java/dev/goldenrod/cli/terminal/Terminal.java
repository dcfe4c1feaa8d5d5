package dev.goldenrod.cli.terminal;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The input, output and environment of a command.
 *
 * @param terminals which of {@code in}, {@code out} and {@code err} are terminals
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory,
    Set<String> terminals) {
  /**
   * Returns this process's streams and environment. The launcher passes in a system property which
   * streams are terminals.
   */
  public static Terminal ofProcess() {
    return new Terminal(
        System.in,
        new PrintStream(System.out, false, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        System.getenv(),
        Path.of("").toAbsolutePath(),
        Set.of(System.getProperty("goldenrod.terminals", assumed()).split(",")));
  }

  /** Before Java 22 a console exists only if input and output are terminals. */
  private static String assumed() {
    return Runtime.version().feature() < 22 && System.console() != null ? "in,out,err" : "";
  }

  /**
   * Returns whether the streams are the process's own, so that child processes can inherit them.
   */
  public boolean isOfProcess() {
    return in == System.in;
  }

  /** Returns whether the user can be asked and sees the question. */
  public boolean canAsk() {
    return terminals.contains("in") && terminals.contains("err");
  }

  /** Returns whether progress can be redrawn on one line. */
  public boolean canRedraw() {
    return terminals.contains("err") && !"dumb".equals(environment.get("TERM"));
  }

  /** Returns the width of texts: {@code COLUMNS}, limited to 60 to 120, or 80 if it is not set. */
  public int columns() {
    String columns = variable("COLUMNS");
    return columns.matches("[1-9]\\d{1,3}")
        ? Math.max(60, Math.min(120, Integer.parseInt(columns)))
        : 80;
  }

  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  public String home() {
    return variable("HOME").isEmpty() ? System.getProperty("user.home") : variable("HOME");
  }

  public Path configFolder() {
    String xdg = variable("XDG_CONFIG_HOME");
    return xdg.isEmpty() || !Path.of(xdg).isAbsolute() ? Path.of(home(), ".config") : Path.of(xdg);
  }

  /** Returns the program that a shell would run, if need be a file that is not executable. */
  public Optional<Path> findProgram(String name) {
    if (name.contains("/")) {
      return Optional.of(directory.resolve(name)).filter(Files::isRegularFile);
    }
    return inPath(name).filter(Files::isExecutable).findFirst().or(() -> inPath(name).findFirst());
  }

  private Stream<Path> inPath(String name) {
    return Stream.of(variable("PATH").split(":"))
        .filter(folder -> !folder.isEmpty() && !name.isEmpty())
        .flatMap(folder -> file(folder, name));
  }

  private Stream<Path> file(String folder, String name) {
    try {
      return Stream.of(directory.resolve(folder).resolve(name)).filter(Files::isRegularFile);
    } catch (InvalidPathException noFolder) {
      return Stream.empty();
    }
  }

  /** Asks a question and returns the answer; empty at the end of standard input. */
  public String ask(String question) {
    err.print(question);
    err.flush();
    return readLine();
  }

  /** Asks for a secret, which is not echoed. */
  public String askSecret(String question) {
    Console console = System.console();
    // Newer Java versions return a Console even without a terminal.
    if (console == null || !canAsk()) {
      throw new CliException(
          ExitCode.USAGE, "cannot ask for a secret here; give it on standard input");
    }
    char[] typed = console.readPassword("%s", question);
    return typed == null ? "" : TypedText.requireSecret(new String(typed));
  }

  /** Returns the first line of standard input, stripped. */
  public String readLine() {
    return readLines(1).get(0);
  }

  /** Returns the first line of standard input with spaces, which a password may contain. */
  public String readSecretLine() {
    return read(1).get(0);
  }

  /** Returns the first lines of standard input, stripped; missing lines are empty. */
  public List<String> readLines(int number) {
    return read(number).stream().map(String::strip).toList();
  }

  private List<String> read(int number) {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
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

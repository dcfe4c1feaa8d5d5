package dev.goldenrod.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

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
}

package dev.goldenrod.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Where a command reads and writes.
 *
 * @param environment the process's variables
 * @param directory the folder that the command was typed in
 * @param terminals which of {@code in}, {@code out} and {@code err} are a terminal
 */
public record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory,
    Set<String> terminals) {
  /** The process's own; the launcher says which are a terminal, in a system property. */
  public static Terminal ofProcess() {
    return new Terminal(
        System.in,
        new PrintStream(System.out, false, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        System.getenv(),
        Path.of("").toAbsolutePath(),
        Set.of(System.getProperty("goldenrod.terminals", assumed()).split(",")));
  }

  /** Before Java 22 there is a console only where input and output are a terminal. */
  private static String assumed() {
    return Runtime.version().feature() < 22 && System.console() != null ? "in,out,err" : "";
  }

  /** Whether programs that are started can simply have its streams. */
  public boolean isOfProcess() {
    return in == System.in;
  }

  /** Whether somebody can be asked, and reads the question. */
  public boolean canAsk() {
    return terminals.contains("in") && terminals.contains("err");
  }

  /** Whether progress can be drawn over itself. */
  public boolean canRedraw() {
    return terminals.contains("err") && !"dumb".equals(environment.get("TERM"));
  }

  /**
   * How wide a text for people is: as {@code COLUMNS} says, 60 to 120, and 80 where it does not.
   */
  public int columns() {
    String columns = variable("COLUMNS");
    return columns.matches("[1-9]\\d{1,3}")
        ? Math.max(60, Math.min(120, Integer.parseInt(columns)))
        : 80;
  }

  /** The variable's value; empty when it is not set. */
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** The user's own folder. */
  public String home() {
    return variable("HOME").isEmpty() ? System.getProperty("user.home") : variable("HOME");
  }

  /** The folder of the user's configurations, {@code $XDG_CONFIG_HOME} or {@code ~/.config}. */
  public Path configFolder() {
    String xdg = variable("XDG_CONFIG_HOME");
    return xdg.isEmpty() || !Path.of(xdg).isAbsolute() ? Path.of(home(), ".config") : Path.of(xdg);
  }
}

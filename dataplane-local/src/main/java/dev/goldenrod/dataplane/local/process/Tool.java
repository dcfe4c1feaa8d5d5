package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Short runs of the operating system's tools. The command line is visible to every user of the
 * machine and stands in error messages: it holds no secret.
 */
public final class Tool {
  /**
   * How a run ended. Output is standard output and standard error together, without the end's
   * blanks.
   */
  public record Result(int exitCode, String output) {
    public boolean succeeded() {
      return exitCode == 0;
    }
  }

  private static final Path OWN_STATE = Path.of("/proc/self/stat");

  /** Its place among what follows the program's name. */
  private static final int TERMINAL = 4;

  private Tool() {}

  /**
   * Runs the command to its end and returns its output.
   *
   * @throws DataPlaneException when it cannot be started or its exit code is not 0
   */
  public static String run(String... command) {
    return run(List.of(command));
  }

  /**
   * Runs the command to its end and returns its output.
   *
   * @throws DataPlaneException when it cannot be started or its exit code is not 0
   */
  public static String run(List<String> command) {
    return runIn(null, command);
  }

  /** Runs the command in that working directory, as {@link #run(List)} does. */
  public static String runIn(@Nullable Path directory, List<String> command) {
    Result result = tryRunIn(directory, command);
    if (!result.succeeded()) {
      throw new DataPlaneException(
          "'%s' failed with exit code %d: %s"
              .formatted(String.join(" ", command), result.exitCode(), result.output()));
    }
    return result.output();
  }

  /** Runs the command to its end; a command that does not exist has exit code 127. */
  public static Result tryRun(String... command) {
    return tryRun(List.of(command));
  }

  /** Runs the command to its end; a command that does not exist has exit code 127. */
  public static Result tryRun(List<String> command) {
    return tryRunIn(null, command);
  }

  /**
   * Runs a program of the user's in that directory, with the environment of this process, and gives
   * each line of its output to the consumer as it comes; a line may also end with a carriage
   * return. A command that does not exist has exit code 127.
   */
  public static int follow(Path directory, List<String> command, Consumer<String> line) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(Path.of("/dev/null").toFile()).directory(directory.toFile());
    try {
      Process process = builder.start();
      try (Scanner output =
          new Scanner(process.getInputStream(), StandardCharsets.UTF_8).useDelimiter("[\\r\\n]+")) {
        output.forEachRemaining(line);
      }
      return process.waitFor();
    } catch (IOException e) {
      line.accept(String.valueOf(e.getMessage()));
      return 127;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while running " + command.get(0), e);
    }
  }

  /** The program's path if it is one of the system's, which not every root has on the PATH. */
  static String locate(String program) {
    return Stream.of("/usr/sbin", "/sbin")
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse(program);
  }

  /**
   * Whether a process has a controlling terminal.
   *
   * @param stat the process's line in {@code /proc/PID/stat}
   */
  static boolean hasTerminal(String stat) {
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return !afterName[TERMINAL].equals("0");
  }

  /** What to put before a command so that the terminal's Ctrl-C does not reach it. */
  static List<String> newSession() {
    return Session.COMMAND;
  }

  /** Runs the command in that working directory, as {@link #tryRun(List)} does. */
  public static Result tryRunIn(@Nullable Path directory, List<String> command) {
    return run(directory, after(Session.FOR_TOOLS, command));
  }

  /**
   * Runs the command in a session of its own, as {@link #tryRun(List)} does. For commands that send
   * SIGCONT: within a session, Linux lets a process send that signal to other users' processes too.
   */
  static Result tryRunApart(List<String> command) {
    return run(null, after(newSession(), command));
  }

  private static List<String> after(List<String> session, List<String> command) {
    List<String> line = new ArrayList<>(session);
    line.add(locate(command.get(0)));
    line.addAll(command.subList(1, command.size()));
    return line;
  }

  private static Result run(@Nullable Path directory, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().put("LC_ALL", "C");
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Result(127, String.valueOf(e.getMessage()));
    }
    return waitFor(process, command);
  }

  private static Result waitFor(Process process, List<String> command) {
    try {
      process.getOutputStream().close();
      byte[] output = process.getInputStream().readAllBytes();
      return new Result(
          process.waitFor(), new String(output, StandardCharsets.UTF_8).stripTrailing());
    } catch (IOException e) {
      throw new UncheckedIOException("no output from " + command, e);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while running " + String.join(" ", command), e);
    }
  }

  private static final class Session {
    static final List<String> COMMAND =
        run(null, List.of("setsid", "true")).succeeded()
            ? List.of("setsid")
            : List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV or exit 127");

    /** Without a terminal no Ctrl-C comes, and each tool is started by one program less. */
    static final List<String> FOR_TOOLS = isOnTerminal() ? COMMAND : List.of();

    private Session() {}

    private static boolean isOnTerminal() {
      try {
        return hasTerminal(Files.readAllLines(OWN_STATE).get(0));
      } catch (IOException e) {
        return true;
      }
    }
  }
}

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
 * Runs the operating system's tools. Command lines are visible to all users and appear in error
 * messages, so they must not contain secrets.
 */
public final class Tool {
  /** The result of a run, with standard output and error combined, without trailing whitespace. */
  public record Result(int exitCode, String output) {
    public boolean succeeded() {
      return exitCode == 0;
    }
  }

  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private Tool() {}

  /**
   * Runs the command and returns its output.
   *
   * @throws DataPlaneException if it cannot be started or its exit code is not 0
   */
  public static String run(String... command) {
    return run(List.of(command));
  }

  public static String run(List<String> command) {
    return runIn(null, command);
  }

  public static String runIn(@Nullable Path directory, List<String> command) {
    Result result = tryRunIn(directory, command);
    if (!result.succeeded()) {
      throw new DataPlaneException(
          "'%s' failed with exit code %d: %s"
              .formatted(String.join(" ", command), result.exitCode(), result.output()));
    }
    return result.output();
  }

  /** Runs the command; the exit code is 127 if it does not exist. */
  public static Result tryRun(String... command) {
    return tryRun(List.of(command));
  }

  public static Result tryRun(List<String> command) {
    return tryRunIn(null, command);
  }

  /**
   * Runs a user's program with this process's environment, and passes on each line of output
   * immediately; carriage returns end lines, too. The exit code is 127 if it does not exist.
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

  /**
   * Runs the command with the lowest priority and without its output. Returns its exit code; 127 if
   * it does not exist.
   *
   * @throws InterruptedException if this thread is interrupted; the command is then killed
   */
  public static int runAtLowPriority(List<String> command) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(after(List.of("nice", "-n", "19"), command));
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return 127;
    }
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly().waitFor();
      throw e;
    }
  }

  /** Returns the path of a program in the sbin folders, which may be missing from root's PATH. */
  static String locate(String program) {
    return Stream.of("/usr/sbin", "/sbin")
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElse(program);
  }

  /** Returns the command prefix that shields a command from the terminal's Ctrl-C. */
  static List<String> newSession() {
    return Session.COMMAND;
  }

  public static Result tryRunIn(@Nullable Path directory, List<String> command) {
    return run(directory, after(Session.FOR_TOOLS, command));
  }

  /**
   * Runs the command in a new session. Required for SIGCONT: within a session, Linux lets a process
   * send that signal to other users' processes, too.
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
      throw new UncheckedIOException("cannot read the output of " + command, e);
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

    /** Without a terminal there is no Ctrl-C, so the extra program can be saved. */
    static final List<String> FOR_TOOLS = isOnTerminal() ? COMMAND : List.of();

    private Session() {}

    private static boolean isOnTerminal() {
      return ProcessStat.in(OWN_PROCESS).map(ProcessStat::hasTerminal).orElse(true);
    }
  }
}

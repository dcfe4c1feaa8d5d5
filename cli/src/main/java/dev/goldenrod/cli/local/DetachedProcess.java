package dev.goldenrod.cli.local;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the server as a process that survives the end of the terminal session. A file holds its
 * process id and start time, so that a reused process id is not mistaken for it.
 */
final class DetachedProcess extends ServiceManager {
  private static final int PATIENCE_SECONDS = 90;

  @Override
  String start(LocalServer server) {
    Optional<ProcessHandle> running = running(server);
    running.ifPresent(process -> requirePort(server));
    ProcessHandle process = running.orElseGet(() -> launch(server));
    return "process %d".formatted(process.pid());
  }

  /** Rejects another port than that of the running server: a data directory has one server. */
  private static void requirePort(LocalServer server) {
    String[] words = words(server);
    if (words.length == 3 && !words[2].equals(Integer.toString(server.port()))) {
      throw new CliException(
          ExitCode.CONFLICT,
          "the server of %s is already running on port %s".formatted(server.dataDir(), words[2]),
          server.command("down"));
    }
  }

  boolean isRunning(LocalServer server) {
    return running(server).isPresent();
  }

  private static ProcessHandle launch(LocalServer server) {
    List<String> command = new ArrayList<>(List.of("setsid"));
    if (tryRun("setsid", "--version").isEmpty()) {
      command = new ArrayList<>(List.of("nohup"));
    }
    command.addAll(server.command());
    PrivateFiles.write(server.log(), "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            // The server prints the admin's token, which must not be logged.
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(server.log().toFile());
    // The variables in the user's shell are meant for client commands, not for this server.
    builder.environment().keySet().removeIf(name -> name.startsWith("GOLDENROD_"));
    try {
      ProcessHandle process = builder.start().toHandle();
      PrivateFiles.write(
          file(server), "%d %s %d\n".formatted(process.pid(), begin(process), server.port()));
      return process;
    } catch (IOException e) {
      throw new CliException(ExitCode.REFUSED, "the server cannot be started: " + e.getMessage());
    }
  }

  @Override
  boolean stop(LocalServer server) {
    Optional<ProcessHandle> running = running(server);
    running.ifPresent(DetachedProcess::end);
    return running.isPresent();
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new CliException(
          ExitCode.TIMED_OUT,
          "process %d did not exit within %d s".formatted(process.pid(), PATIENCE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.TIMED_OUT, "interrupted");
    }
  }

  @Override
  String log(LocalServer server) {
    return server.log().toString();
  }

  private static Optional<ProcessHandle> running(LocalServer server) {
    String[] words = words(server);
    return words.length == 3 && words[0].matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(words[0]))
            .filter(process -> begin(process).equals(words[1]))
        : Optional.empty();
  }

  private static String[] words(LocalServer server) {
    try {
      return Files.readString(file(server)).strip().split(" ");
    } catch (IOException none) {
      return new String[0];
    }
  }

  private static String begin(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("unknown");
  }

  private static Path file(LocalServer server) {
    return server.logs().resolve(server.name() + ".pid");
  }
}

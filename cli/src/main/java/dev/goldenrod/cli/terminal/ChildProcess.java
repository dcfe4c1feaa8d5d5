package dev.goldenrod.cli.terminal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program that runs in place of this one: it uses the terminal and receives the signals. Ctrl-C
 * on a terminal reaches it directly.
 */
public final class ChildProcess {
  /** Indexes in {@code /proc/self/stat} after the process name, which may contain spaces. */
  private static final int GROUP = 2;

  private static final int FOREGROUND_GROUP = 5;

  private final Process process;
  private final List<Thread> copies = new ArrayList<>();

  ChildProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts the program, adding and removing environment variables.
   *
   * @throws CliException if there is no such program or it cannot be run
   */
  public static ChildProcess start(
      Terminal terminal, List<String> command, Set<String> without, Map<String, String> with) {
    List<String> line = new ArrayList<>(command);
    line.set(
        0,
        terminal
            .findProgram(command.get(0))
            .orElseThrow(
                () -> new CliException(ExitCode.NO_PROGRAM, command.get(0) + ": no such program"))
            .toString());
    ProcessBuilder builder = new ProcessBuilder(line).directory(terminal.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(terminal.environment());
    builder.environment().keySet().removeAll(without);
    builder.environment().putAll(with);
    if (terminal.isOfProcess()) {
      builder.inheritIO();
    }
    try {
      ChildProcess child = new ChildProcess(builder.start());
      if (!terminal.isOfProcess()) {
        child.copyStreams(terminal);
      }
      return child;
    } catch (IOException e) {
      throw new CliException(
          ExitCode.NOT_RUNNABLE, command.get(0) + " cannot be run: " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return e.getMessage().replaceFirst("(?s).*error=\\d+, ", "");
  }

  /**
   * Forwards a signal, unless the program has exited or the terminal has already sent it the
   * signal.
   */
  public void signal(String name) {
    if (!process.isAlive() || name.equals("INT") && isInForeground()) {
      return;
    }
    try {
      new ProcessBuilder("/bin/sh", "-c", "kill -\"$1\" \"$2\"", "sh", name, "" + process.pid())
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start();
    } catch (IOException noShell) {
      process.destroy();
    }
  }

  /** Returns whether Ctrl-C on the terminal reaches this process and its children. */
  private static boolean isInForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
    } catch (IOException noProc) {
      return hasTerminal();
    }
  }

  private static boolean hasTerminal() {
    try {
      new FileInputStream("/dev/tty").close();
      return true;
    } catch (IOException none) {
      return false;
    }
  }

  /** Waits until the program exits and returns its exit code. */
  public int exitCode() {
    int code = uninterrupted();
    copies.forEach(ChildProcess::join);
    return code;
  }

  private int uninterrupted() {
    while (true) {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        // The signal was forwarded, and the program decides whether to exit.
      }
    }
  }

  private void copyStreams(Terminal terminal) {
    Thread input =
        new Thread(() -> copy(terminal.in(), process.getOutputStream(), true), "standard input");
    input.setDaemon(true);
    input.start();
    copies.add(
        new Thread(() -> copy(process.getInputStream(), terminal.out(), false), "standard output"));
    copies.add(
        new Thread(() -> copy(process.getErrorStream(), terminal.err(), false), "standard error"));
    copies.forEach(Thread::start);
  }

  private static void copy(InputStream from, OutputStream to, boolean isClosing) {
    try {
      from.transferTo(to);
      to.flush();
      if (isClosing) {
        to.close();
      }
    } catch (IOException ended) {
      if (!isClosing) {
        throw new UncheckedIOException(ended);
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

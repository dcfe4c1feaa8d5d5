package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Starts, finds, signals and ends processes that outlive the server.
 *
 * <p>Processes are identified not by pid alone, which the kernel reuses, but by a working directory
 * in a folder that no other user can enter. A {@link ProcessHandle} stays safe to use, since it
 * compares start times.
 */
public final class Processes {
  private static final Path NULL_DEVICE = Path.of("/dev/null");
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(1);
  private static final Duration SCAN = Duration.ofMillis(5);

  private Processes() {}

  /** Signals with their system names. */
  public enum Signal {
    /** For PostgreSQL: disconnect all clients, checkpoint and exit. */
    INT(2),
    /** For PostgreSQL: exit immediately, as in a crash. */
    QUIT(3),
    TERM(15),
    KILL(9),
    STOP(19),
    CONT(18);

    private final int number;

    Signal(int number) {
      this.number = number;
    }

    /** Returns the signal's number on Linux. */
    int number() {
      return number;
    }
  }

  /**
   * Starts the command as the user in a new session, so that neither the server's exit nor Ctrl-C
   * ends it. It gets no input, appends its output to the log, and inherits only PATH from the
   * environment.
   *
   * @param folder the working directory, by which the process can be found again
   * @param command must not contain a secret, since every user of the machine can read it
   * @throws DataPlaneException if the program cannot be started
   */
  public static Process startDetached(
      RunAs runAs, Path folder, List<String> command, Map<String, String> environment, Path log) {
    ProcessBuilder builder = new ProcessBuilder(detached(runAs, command)).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return start(builder, folder, command, environment);
  }

  /**
   * Starts the command as {@link #startDetached} does, but its output is read from the process, and
   * only its messages are appended to the log.
   */
  public static Process startPiped(
      RunAs runAs, Path folder, List<String> command, Map<String, String> environment, Path log) {
    ProcessBuilder builder = new ProcessBuilder(detached(runAs, command));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return start(builder, folder, command, environment);
  }

  private static Process start(
      ProcessBuilder builder, Path folder, List<String> command, Map<String, String> environment) {
    builder.redirectInput(NULL_DEVICE.toFile());
    builder.directory(folder.toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new DataPlaneException("cannot start " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  private static List<String> detached(RunAs runAs, List<String> command) {
    // The script starts a session and gives up new privileges by itself.
    if (LaunchScript.runs(command) && !runAs.isOtherUser()) {
      return command;
    }
    List<String> line = new ArrayList<>(Tool.newSession());
    line.addAll(runAs.command(command));
    return line;
  }

  public static Optional<ProcessHandle> find(long pid, Path folder) {
    return ProcessHandle.of(pid)
        .filter(Processes::isRunning)
        .filter(process -> WorkingDirectories.isBelow(process, folder));
  }

  /** Returns all running processes that work in or below the folder. */
  public static List<ProcessHandle> of(Path folder) {
    return WorkingDirectories.now().below(folder);
  }

  /** Sends {@link Signal#QUIT} to all processes of the folder and kills those that do not exit. */
  public static void endAll(Path folder, Duration patience) {
    if (!areEnded(folder, patience)) {
      killAll(folder, patience);
    }
  }

  /**
   * Ends the processes of the folder, and all processes of the user by {@link RunAs#killAll}: a
   * process that forks all the time is hardly found by its folder.
   */
  public static void endAll(RunAs user, Path folder, Duration patience) {
    boolean ended = areEnded(folder, patience);
    user.killAll();
    if (!ended) {
      killAll(folder, patience);
    }
  }

  private static boolean areEnded(Path folder, Duration patience) {
    List<ProcessHandle> processes = of(folder);
    sendAll(Signal.QUIT, processes);
    // TERM too: children of a JVM start with QUIT blocked, and not all programs unblock it.
    processes.forEach(ProcessHandle::destroy);
    return awaitNone(folder, patience);
  }

  /** Kills all processes of the folder, and waits up to ten seconds until they have ended. */
  public static void killAll(Path folder) {
    killAll(folder, USUAL_PATIENCE);
  }

  public static void killAll(Path folder, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(SCAN);
    List<ProcessHandle> left = of(folder);
    while (!left.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new DataPlaneException(
            "process %d of %s did not end after it was killed; end it manually"
                .formatted(left.get(0).pid(), folder));
      }
      left.forEach(ProcessHandle::destroyForcibly);
      poll.pause();
      left = of(folder);
    }
  }

  public static boolean awaitNone(Path folder, Duration patience) {
    return await(SCAN, patience, () -> of(folder).isEmpty());
  }

  static void sendAll(Signal signal, List<ProcessHandle> processes) {
    if (SystemCalls.areAvailable()) {
      processes.forEach(process -> sendIfRunning(signal, process));
    } else if (!processes.isEmpty()) {
      Tool.tryRun(kill(signal, processes));
    }
  }

  /** Ignores failures: the process may have exited, and others are found and killed later. */
  static void sendIfRunning(Signal signal, ProcessHandle process) {
    trySend(signal, process);
  }

  /** Uses the shell's built-in kill, since minimal systems have no such program. */
  private static List<String> kill(Signal signal, List<ProcessHandle> processes) {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\"", "sh", signal.name()));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    return command;
  }

  public static void send(Signal signal, ProcessHandle process) {
    if (!isRunning(process)) {
      return;
    }
    Optional<String> refusal = trySend(signal, process);
    if (refusal.isPresent() && isRunning(process)) {
      throw new DataPlaneException(
          "cannot send %s to process %d: %s".formatted(signal, process.pid(), refusal.get()));
    }
  }

  private static Optional<String> trySend(Signal signal, ProcessHandle process) {
    if (!SystemCalls.areAvailable()) {
      Tool.Result result = Tool.tryRun(kill(signal, List.of(process)));
      return result.succeeded() ? Optional.empty() : Optional.of(result.output());
    }
    try {
      SystemCalls.signal(process, signal.number());
      return Optional.empty();
    } catch (SystemCalls.RefusedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns whether the process exists and is not a zombie. */
  public static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  public static boolean awaitExit(ProcessHandle process, Duration patience) {
    return await(STEP, patience, () -> !isRunning(process));
  }

  private static boolean await(Duration firstPause, Duration patience, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(firstPause);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      poll.pause();
    }
    return true;
  }

  /**
   * Sleeps.
   *
   * @throws DataPlaneException if interrupted; the thread's interrupt status stays set
   */
  public static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for a process", e);
    }
  }

  /** Orphans may stay zombies for seconds if the init process is slow to reap them. */
  private static boolean isZombie(long pid) {
    return ProcessStat.of(pid).filter(ProcessStat::isZombie).isPresent();
  }
}

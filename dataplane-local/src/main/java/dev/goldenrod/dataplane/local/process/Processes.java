package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Processes that outlive the server, and how to find, signal and end them.
 *
 * <p>A process is never known by its number alone, which the system uses again: it is one of ours
 * only if its working directory lies in a folder of ours, which no stranger can enter. A {@link
 * ProcessHandle} found that way stays safe to use, since it compares the start time.
 */
public final class Processes {
  private static final Path PROC = Path.of("/proc");
  private static final Path NULL_DEVICE = Path.of("/dev/null");
  private static final Duration STEP = Duration.ofMillis(1);
  private static final Duration SCAN = Duration.ofMillis(5);

  private Processes() {}

  /**
   * Starts the command as that user, in a session of its own: neither the server's end nor the
   * terminal's Ctrl-C ends it. It reads nothing, its output is appended to the log, and of the
   * server's environment it gets the PATH alone.
   *
   * @param folder where it works, and by which it is found again
   * @param command holds no secret: every user of the machine can read it
   * @throws DataPlaneException when the program cannot be started
   */
  public static Process startDetached(
      RunAs runAs, Path folder, List<String> command, Map<String, String> environment, Path log) {
    List<String> line = new ArrayList<>(Tool.newSession());
    line.addAll(runAs.command(command));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.redirectInput(NULL_DEVICE.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
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

  /** The running process of that number, if it is one of the folder's. */
  public static Optional<ProcessHandle> find(long pid, Path folder) {
    return ProcessHandle.of(pid)
        .filter(Processes::isRunning)
        .filter(process -> WorkingDirectories.isBelow(process, folder));
  }

  /** All running processes that work in the folder or below it. */
  public static List<ProcessHandle> of(Path folder) {
    return WorkingDirectories.now().below(folder);
  }

  /** Ends all processes of the folder as {@link Signal#QUIT} does, and kills those that stay. */
  public static void endAll(Path folder, Duration patience) {
    if (!areEnded(folder, patience)) {
      killAll(folder, patience);
    }
  }

  /**
   * The same for the folder of a database of that user, and for all others of the user as by {@link
   * RunAs#killAll}: what forks all the time is hardly found in the folder.
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
    // What a Java machine starts begins with QUIT blocked, and not every program unblocks it.
    processes.forEach(ProcessHandle::destroy);
    return awaitNone(folder, patience);
  }

  /** Kills all processes of the folder and waits until they are gone, as long as the time given. */
  public static void killAll(Path folder, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(SCAN);
    List<ProcessHandle> left = of(folder);
    while (!left.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new DataPlaneException(
            "process %d of %s does not end although it was killed; end it by hand"
                .formatted(left.get(0).pid(), folder));
      }
      left.forEach(ProcessHandle::destroyForcibly);
      poll.pause();
      left = of(folder);
    }
  }

  /** Waits until no process of the folder is left; false when there is one after that time. */
  public static boolean awaitNone(Path folder, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(SCAN);
    while (!of(folder).isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      poll.pause();
    }
    return true;
  }

  static void sendAll(Signal signal, List<ProcessHandle> processes) {
    if (processes.isEmpty()) {
      return;
    }
    // Some may be gone by then; the others are found and killed.
    Tool.tryRun(kill(signal, processes));
  }

  /** The shell's own, since a small system has no program of that name. */
  private static List<String> kill(Signal signal, List<ProcessHandle> processes) {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\"", "sh", signal.name()));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    return command;
  }

  /** Sends the signal, unless the process is gone. */
  public static void send(Signal signal, ProcessHandle process) {
    if (!isRunning(process)) {
      return;
    }
    Tool.Result result = Tool.tryRun(kill(signal, List.of(process)));
    if (!result.succeeded() && isRunning(process)) {
      throw new DataPlaneException(
          "cannot send %s to process %d: %s".formatted(signal, process.pid(), result.output()));
    }
  }

  /** Whether the process is there and not merely waiting for its parent to take note of its end. */
  public static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && !isZombie(process.pid());
  }

  /** Waits until the process is gone; false when it is still there after that time. */
  public static boolean awaitExit(ProcessHandle process, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(STEP);
    while (isRunning(process)) {
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
   * @throws DataPlaneException when interrupted, which stays visible to the thread
   */
  public static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for a process", e);
    }
  }

  /** An orphan stays one for seconds where the init process is slow to take note. */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false;
    }
  }
}

package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Suspends processes briefly, so that none of them writes while their files are copied. */
public final class Standstill {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(1);
  private static final Path PROC = Path.of("/proc");
  private static final String STOPPED = "T";
  private static final String STOPPED_OR_GONE = "TtZX";

  private Standstill() {}

  /**
   * Runs the work while all processes of the folder, and of a single database's user, are
   * suspended. Writes in progress are completed before.
   *
   * @throws NoStandstillException if a process does not stop within 10 seconds; all are resumed
   * @throws DataPlaneException if a process does not resume, see {@link #end}, or from the work
   */
  public static void during(RunAs user, Path folder, Runnable work) {
    try {
      begin(user, folder);
      work.run();
    } finally {
      // An interrupt must not leave the processes suspended.
      boolean interrupted = Thread.interrupted();
      end(user, folder);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Thrown if processes cannot be suspended, for example because they fork or wait for a disk. */
  public static final class NoStandstillException extends DataPlaneException {
    private static final long serialVersionUID = 1L;

    NoStandstillException(String message) {
      super(message);
    }
  }

  /**
   * Resumes the processes, also those that a killed server left suspended, and waits for it.
   *
   * @throws DataPlaneException if one is still suspended after 10 seconds; call again then
   */
  public static void end(RunAs user, Path folder) {
    user.signalAll(Signal.CONT);
    end(folder, PATIENCE, processes -> Processes.sendAll(Signal.CONT, processes));
  }

  static void end(Path folder, Duration patience, Consumer<List<ProcessHandle>> resume) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(STEP);
    resume.accept(Processes.of(folder));
    List<ProcessHandle> stopped = stopped(folder);
    while (!stopped.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new DataPlaneException(
            "process %d of %s is suspended and does not resume: another program suspends it again, or the server has no permission to signal it; the server will retry"
                .formatted(stopped.get(0).pid(), folder));
      }
      poll.pause();
      resume.accept(stopped);
      stopped = stopped(folder);
    }
  }

  private static List<ProcessHandle> stopped(Path folder) {
    return Processes.of(folder).stream()
        .filter(process -> isIn(STOPPED, PROC.resolve(Long.toString(process.pid()))))
        .toList();
  }

  private static void begin(RunAs user, Path folder) {
    user.signalAll(Signal.STOP);
    begin(folder, PATIENCE, processes -> Processes.sendAll(Signal.STOP, processes));
  }

  /** Repeated, since a process may fork before it stops. */
  static void begin(Path folder, Duration patience, Consumer<List<ProcessHandle>> stop) {
    long deadline = System.nanoTime() + patience.toNanos();
    PollInterval poll = PollInterval.from(STEP);
    List<ProcessHandle> moving = notStopped(folder);
    while (!moving.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new NoStandstillException(
            "process %d of %s did not stop within %d s: the disk may be overloaded, or the process keeps starting others"
                .formatted(moving.get(0).pid(), folder, patience.toSeconds()));
      }
      stop.accept(moving);
      poll.pause();
      moving = notStopped(folder);
    }
  }

  private static List<ProcessHandle> notStopped(Path folder) {
    return Processes.of(folder).stream().filter(process -> !isStill(process.pid())).toList();
  }

  /** A thread in the middle of a write is not stopped before its end. */
  private static boolean isStill(long pid) {
    try (Stream<Path> threads = Files.list(PROC.resolve(pid + "/task"))) {
      return threads.allMatch(thread -> isIn(STOPPED_OR_GONE, thread) || !Files.exists(thread));
    } catch (IOException | UncheckedIOException gone) {
      return true;
    }
  }

  private static boolean isIn(String states, Path process) {
    return ProcessStat.in(process).filter(stat -> states.indexOf(stat.state()) >= 0).isPresent();
  }
}

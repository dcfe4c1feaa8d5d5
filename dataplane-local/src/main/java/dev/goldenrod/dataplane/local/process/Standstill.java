package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Stops processes for moments, so that none of them writes while their files are copied. */
public final class Standstill {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(1);
  private static final Path PROC = Path.of("/proc");
  private static final String STOPPED_OR_GONE = "TtZX";

  private Standstill() {}

  /**
   * Does the work while all processes of the folder stand still, and those of the user if it is one
   * database's alone. What a thread was writing is written when the work begins.
   *
   * @throws DataPlaneException when one of them does not stop within 10 seconds, or as the work
   *     does; they go on in any case
   */
  public static void during(RunAs user, Path folder, Runnable work) {
    try {
      begin(user, folder);
      work.run();
    } finally {
      // What was interrupted must not leave them standing.
      boolean interrupted = Thread.interrupted();
      end(user, folder);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets them go on, also after the server was killed in the middle of a standstill. */
  public static void end(RunAs user, Path folder) {
    user.signalAll(Signal.CONT);
    Processes.sendAll(Signal.CONT, Processes.of(folder));
  }

  /** One of them may begin another before it stops itself. */
  private static void begin(RunAs user, Path folder) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    PollInterval poll = PollInterval.from(STEP);
    user.signalAll(Signal.STOP);
    List<ProcessHandle> moving = moving(folder);
    while (!moving.isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new DataPlaneException(
            "process %d of %s did not stand still within %d s: the disk may be overloaded"
                .formatted(moving.get(0).pid(), folder, PATIENCE.toSeconds()));
      }
      Processes.sendAll(Signal.STOP, moving);
      poll.pause();
      moving = moving(folder);
    }
  }

  private static List<ProcessHandle> moving(Path folder) {
    return Processes.of(folder).stream().filter(process -> !isStill(process.pid())).toList();
  }

  /** A thread in the middle of a write ends that first. */
  private static boolean isStill(long pid) {
    try (Stream<Path> threads = Files.list(PROC.resolve(pid + "/task"))) {
      return threads.allMatch(Standstill::isStopped);
    } catch (IOException gone) {
      return true;
    }
  }

  private static boolean isStopped(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return STOPPED_OR_GONE.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException gone) {
      return true;
    }
  }
}

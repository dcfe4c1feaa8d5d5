package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.dataplane.local.process.Processes.Signal;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Signals all processes of a user, without starting a program. Requires root on Linux. */
final class UserSignals {
  private static final Path PROC = Path.of("/proc");
  private static final int UNUSED_UID = -2;
  private static final int EFFECTIVE = 2;
  private static final String NO_CAPABILITIES = "0".repeat(16);

  private UserSignals() {}

  /** Returns whether all processes of the user got the signal, if there are any. */
  static boolean send(int uid, Signal signal) {
    if (!SystemCalls.areAvailable()) {
      return false;
    }
    try {
      if (signal == Signal.CONT) {
        resume(uid);
      } else {
        SystemCalls.inOwnThread(() -> sendAs(uid, signal));
      }
      return true;
    } catch (SystemCalls.RefusedException e) {
      return false;
    }
  }

  /**
   * The kernel signals all processes at once, which forking does not help to escape. The real id is
   * unused, or the processes could kill the sender first.
   */
  private static void sendAs(int uid, Signal signal) {
    SystemCalls.become(UNUSED_UID, uid);
    requireNoPrivileges(uid);
    SystemCalls.signalAll(signal.number());
  }

  /** With root's privileges, the signal would reach all processes of the machine. */
  private static void requireNoPrivileges(int uid) {
    Path own = PROC.resolve("thread-self");
    boolean isUser =
        status(own, "Uid:").filter(ids -> ids.get(EFFECTIVE).equals(text(uid))).isPresent();
    boolean isUnprivileged =
        status(own, "CapEff:").filter(set -> set.get(1).equals(NO_CAPABILITIES)).isPresent();
    if (!isUser || !isUnprivileged) {
      throw new SystemCalls.RefusedException("root's privileges are left after a change of user");
    }
  }

  /**
   * One process at a time, since a process may send SIGCONT to all of its session, whatever their
   * user. Suspended processes cannot escape by forking.
   */
  private static void resume(int uid) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (status(process, "Uid:").filter(ids -> ids.contains(text(uid))).isPresent()) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .ifPresent(handle -> Processes.sendIfRunning(Signal.CONT, handle));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new SystemCalls.RefusedException("cannot list the processes: " + e.getMessage());
    }
  }

  /** Returns the words of a line of the process's status; empty if the process has ended. */
  private static Optional<List<String>> status(Path process, String line) {
    return WorkingDirectories.statusLine(process, line).map(text -> List.of(text.split("\\s+")));
  }

  private static String text(int uid) {
    return Integer.toUnsignedString(uid);
  }
}

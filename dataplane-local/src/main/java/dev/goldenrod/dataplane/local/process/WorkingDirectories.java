package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The working directories of all processes, from one scan that all concurrent callers share: a
 * thousand databases that end at once would otherwise cause a thousand scans.
 */
final class WorkingDirectories {
  private static final Path PROC = Path.of("/proc");
  private static final boolean HAS_PROC = Files.isSymbolicLink(PROC.resolve("self"));
  private static final String DELETED = " (deleted)";
  private static final Object ROUND = new Object();
  private static WorkingDirectories next = new WorkingDirectories();

  private Map<Long, Path> byPid = Map.of();
  private boolean taken;

  private WorkingDirectories() {}

  /** Returns the state at a moment after the call began. */
  static WorkingDirectories now() {
    WorkingDirectories mine = next();
    synchronized (ROUND) {
      if (!mine.taken) {
        // Later callers need another scan, since this one may have passed their processes already.
        replace(mine);
        mine.byPid = HAS_PROC ? look() : Map.of();
        mine.taken = true;
      }
    }
    return mine;
  }

  List<ProcessHandle> below(Path folder) {
    if (!HAS_PROC) {
      return ProcessHandle.allProcesses().filter(process -> names(process, folder)).toList();
    }
    return byPid.entrySet().stream()
        .filter(entry -> entry.getValue().startsWith(folder))
        .flatMap(entry -> ProcessHandle.of(entry.getKey()).stream())
        .filter(process -> isBelow(process, folder))
        .toList();
  }

  /** Interactive shells of the server's user do not count. */
  static boolean isBelow(ProcessHandle process, Path folder) {
    if (!HAS_PROC) {
      return names(process, folder);
    }
    return process.pid() != ProcessHandle.current().pid()
        && directory(process.pid()).filter(path -> path.startsWith(folder)).isPresent()
        && ProcessStat.of(process.pid())
            .filter(stat -> !stat.isZombie())
            .filter(stat -> !stat.hasTerminal() || !isOfServersUser(process.pid()))
            .isPresent();
  }

  private static boolean isOfServersUser(long pid) {
    return users(Long.toString(pid)).equals(users("self"));
  }

  /** Returns all user ids of the process; it cannot hide its real one. */
  private static Optional<String> users(String process) {
    return statusLine(PROC.resolve(process), "Uid:");
  }

  /** Returns a line of the process's status file by its beginning; empty if it has ended. */
  static Optional<String> statusLine(Path process, String beginning) {
    // The name in the file may be any bytes, which need not be valid UTF-8.
    try (Stream<String> lines =
        Files.lines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.startsWith(beginning)).findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static synchronized WorkingDirectories next() {
    return next;
  }

  private static synchronized void replace(WorkingDirectories begun) {
    if (next == begun) {
      next = new WorkingDirectories();
    }
  }

  private static Map<Long, Path> look() {
    Map<Long, Path> found = new HashMap<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        directory(pid).ifPresent(directory -> found.put(pid, directory));
      }
      return found;
    } catch (IOException | DirectoryIteratorException e) {
      throw new UncheckedIOException("cannot list the processes", new IOException(e));
    }
  }

  /** Returns empty for exited processes and for those that this user may not inspect. */
  private static Optional<Path> directory(long pid) {
    try {
      String path = Files.readSymbolicLink(PROC.resolve(pid + "/cwd")).toString();
      return Optional.of(
          Path.of(
              path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Without /proc, searches the command line for the folder. */
  private static boolean names(ProcessHandle process, Path folder) {
    return process.pid() != ProcessHandle.current().pid()
        && process
            .info()
            .arguments()
            .map(arguments -> Arrays.stream(arguments).anyMatch(text -> isInFolder(text, folder)))
            .orElse(false);
  }

  private static boolean isInFolder(String text, Path folder) {
    String path = text.substring(text.indexOf('=') + 1);
    return path.equals(folder.toString()) || path.startsWith(folder + "/");
  }
}

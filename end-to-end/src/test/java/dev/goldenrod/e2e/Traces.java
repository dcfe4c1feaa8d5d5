package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a server's databases leave to see on the machine: processes and mounts. */
final class Traces {
  private Traces() {}

  /** The command lines of PostgreSQL servers and tools that work on the data directory. */
  static List<String> processes(Path dataDir) {
    return entries(dataDir).stream().map(entry -> words(entry, "cmdline")).sorted().toList();
  }

  /** The command lines of the PostgreSQL servers alone. */
  static List<String> servers(Path dataDir) {
    return processes(dataDir).stream().filter(line -> line.contains("/postgres -D ")).toList();
  }

  /** Waits until those are the processes; tools come and go. */
  static void awaitProcesses(Path dataDir, List<String> expected) {
    await("these processes").until(() -> processes(dataDir), expected::equals);
  }

  /** The environments of those processes. */
  static List<String> environments(Path dataDir) {
    return entries(dataDir).stream().map(entry -> words(entry, "environ")).toList();
  }

  /** Kills the database servers of the data directory, and waits until they are gone. */
  static void killServersOf(Path dataDir) {
    crashServersOf(dataDir);
    await("gone").until(() -> entries(dataDir), List::isEmpty);
  }

  /** Kills all processes that work in one of those folders, which may be unreadable. */
  static void killAllIn(List<String> roots) {
    await("gone")
        .until(
            () -> {
              List<Path> found = entries(entry -> worksIn(entry, roots));
              found.forEach(Traces::kill);
              return found;
            },
            List::isEmpty);
  }

  /** Kills the database servers of the data directory, whose control plane starts them again. */
  static void crashServersOf(Path dataDir) {
    entries(dataDir).forEach(Traces::kill);
  }

  private static void kill(Path entry) {
    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Kills one of the database servers of the data directory, if there is any. */
  static void killOneServerOf(Path dataDir, Random random) {
    List<Path> entries = entries(dataDir);
    if (!entries.isEmpty()) {
      kill(entries.get(random.nextInt(entries.size())));
    }
  }

  /** The data directory's files, also those that only engines see. */
  static List<Path> files(Path dataDir) {
    List<Path> found = new ArrayList<>();
    for (String root : roots(dataDir)) {
      found.addAll(filesBelow(Path.of(root)));
    }
    return found;
  }

  private static List<Path> filesBelow(Path root) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              found.add(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path goneMeanwhile, IOException e) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path directory, @Nullable IOException goneMeanwhile) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return found;
  }

  /** Also a backend of PostgreSQL, which outlives its server while a client keeps it busy. */
  private static boolean worksIn(Path entry, List<String> roots) {
    try {
      String folder = Files.readSymbolicLink(entry.resolve("cwd")).toString();
      return isNamed(entry, roots) || roots.stream().anyMatch(folder::startsWith);
    } catch (IOException goneMeanwhile) {
      return false;
    }
  }

  private static boolean isNamed(Path entry, List<String> roots) {
    return roots.stream().anyMatch(words(entry, "cmdline")::contains);
  }

  private static List<Path> entries(Path dataDir) {
    List<String> roots = roots(dataDir);
    return entries(entry -> isNamed(entry, roots));
  }

  private static List<Path> entries(Predicate<Path> wanted) {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(entry -> entry.getFileName().toString().matches("\\d+"))
          .filter(entry -> !words(entry, "cmdline").contains("goldenrod.jar"))
          .filter(wanted)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The mount points in the data directory, and those that show parts of it elsewhere. */
  static List<String> mounts(Path dataDir) {
    List<String> roots = roots(dataDir);
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return lines
          .map(line -> line.split(" ")[4])
          .filter(point -> roots.stream().anyMatch(point::startsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The data directory, and the folder it is shown in to engines that cannot reach it. */
  static List<String> roots(Path dataDir) {
    try {
      String id = Files.readString(dataDir.resolve("id")).strip();
      return List.of(dataDir.toRealPath().toString(), "/run/goldenrod/" + id);
    } catch (IOException e) {
      return List.of(dataDir.toString());
    }
  }

  private static String words(Path process, String file) {
    try {
      byte[] words = Files.readAllBytes(process.resolve(file));
      return new String(words, StandardCharsets.UTF_8).replace('\0', ' ');
    } catch (IOException goneMeanwhile) {
      return "";
    }
  }
}

package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import dev.goldenrod.dataplane.local.process.MountInfo;
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

/** Finds and kills the processes of a server's databases, and finds their files and mounts. */
final class EngineProcesses {
  private EngineProcesses() {}

  static List<String> processes(Path dataDir) {
    return entries(dataDir).stream().map(entry -> words(entry, "cmdline")).sorted().toList();
  }

  static List<String> servers(Path dataDir) {
    return processes(dataDir).stream().filter(line -> line.contains("/postgres -D ")).toList();
  }

  /** Waits, because short-lived tools may be running. */
  static void awaitProcesses(Path dataDir, List<String> expected) {
    await("these processes").until(() -> processes(dataDir), expected::equals);
  }

  static List<String> environments(Path dataDir) {
    return entries(dataDir).stream().map(entry -> words(entry, "environ")).toList();
  }

  static void killServersOf(Path dataDir) {
    crashServersOf(dataDir);
    await("gone").until(() -> entries(dataDir), List::isEmpty);
  }

  /** Kills all processes that use one of the folders, which may be unreadable. */
  static void killAllIn(List<String> roots) {
    await("gone")
        .until(
            () -> {
              List<Path> found = entries(entry -> worksIn(entry, roots));
              found.forEach(EngineProcesses::kill);
              return found;
            },
            List::isEmpty);
  }

  /** Kills the database servers without waiting, because the control plane restarts them. */
  static void crashServersOf(Path dataDir) {
    entries(dataDir).forEach(EngineProcesses::kill);
  }

  private static void kill(Path entry) {
    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  static void killOneServerOf(Path dataDir, Random random) {
    List<Path> entries = entries(dataDir);
    if (!entries.isEmpty()) {
      kill(entries.get(random.nextInt(entries.size())));
    }
  }

  /** Also returns files that are only visible to engines. */
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

  /** A busy PostgreSQL backend outlives its server, and is found by its working directory. */
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

  /** Returns the mount points in the data directory, and those of its parts elsewhere. */
  static List<String> mounts(Path dataDir) {
    List<String> roots = roots(dataDir);
    try {
      return MountInfo.read(MountInfo.TABLE).stream()
          .map(mount -> mount.point().toString())
          .filter(point -> roots.stream().anyMatch(point::startsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the data directory, and where it is mounted for engines that cannot access it. */
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

package dev.goldenrod.dataplane.local.cgroup;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cgroup hierarchy; {@code parent} contains the databases' groups and no processes itself. */
record CgroupHierarchy(Path parent, boolean unified, Set<CgroupController> controllers) {
  private static final Logger LOG = LoggerFactory.getLogger(CgroupHierarchy.class);
  private static final String PROCESSES = "cgroup.procs";
  private static final String OOM_KILLS = "oom_kill ";
  private static final int ATTEMPTS = 200;
  private static final Duration PAUSE = Duration.ofMillis(5);

  void limit(String name, Resources resources) throws IOException {
    Path group = Files.createDirectories(parent.resolve(name));
    for (CgroupController controller : controllers) {
      if (controller.isLimited(resources)) {
        for (Map.Entry<String, String> file : controller.files(resources, unified).entrySet()) {
          write(group.resolve(file.getKey()), file.getValue());
        }
      }
    }
  }

  /** Moves the process with its threads into the group, unless the process has ended. */
  void join(String name, ProcessHandle process) throws IOException {
    try {
      Files.writeString(parent.resolve(name).resolve(PROCESSES), Long.toString(process.pid()));
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  Set<Long> members(String name) throws IOException {
    Set<Long> members = new HashSet<>();
    for (String line : Files.readAllLines(parent.resolve(name).resolve(PROCESSES))) {
      members.add(Long.valueOf(line));
    }
    return members;
  }

  long oomKills(String name) {
    Path events = parent.resolve(name).resolve(unified ? "memory.events" : "memory.oom_control");
    try (Stream<String> lines = Files.lines(events)) {
      return lines
          .filter(line -> line.startsWith(OOM_KILLS))
          .mapToLong(line -> Long.parseLong(line.substring(OOM_KILLS.length())))
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** Kills the processes of the group and removes it, if it exists. */
  void remove(String name) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.deleteIfExists(parent.resolve(name));
        return;
      } catch (FileSystemException busy) {
        if (attempt == ATTEMPTS) {
          throw busy;
        }
        kill(name);
        Processes.pause(PAUSE);
      }
    }
  }

  /** Reaches processes that left the database's folder, too: they are still in the group. */
  private void kill(String name) throws IOException {
    try {
      members(name).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    } catch (NoSuchFileException gone) {
      LOG.debug("Cgroup {} was already removed", name, gone);
    }
  }

  List<String> names() {
    try (Stream<Path> groups = Files.list(parent)) {
      return groups
          .filter(Files::isDirectory)
          .map(group -> group.getFileName().toString())
          .toList();
    } catch (IOException e) {
      LOG.warn("Cannot list the cgroups in {}, treating it as empty", parent, e);
      return List.of();
    }
  }

  String description() {
    return "%s in %s"
        .formatted(
            controllers.stream().map(CgroupController::label).collect(Collectors.joining(" and ")),
            parent);
  }

  /** The kernel accepts or refuses a value as a whole. */
  private static void write(Path file, String value) throws IOException {
    if (Files.exists(file)) {
      Files.writeString(file, value);
    }
  }

  /** Returns a readable reason why the kernel refused an access to a group's file. */
  static String reason(IOException refusal) {
    if (refusal instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (refusal instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    return refusal instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(refusal.getMessage());
  }
}

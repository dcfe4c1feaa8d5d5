package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The control groups of this machine. */
public final class TestGroups {
  private static final Path PROC = Path.of("/proc");

  private TestGroups() {}

  /** Returns whether this process may create groups that limit memory and processor time. */
  public static boolean canBeMade() {
    try (Cgroups groups = Cgroups.open("probe-" + UUID.randomUUID())) {
      return groups.missing().isEmpty();
    }
  }

  /** Returns the process's group that has the controller. */
  public static Path of(ProcessHandle process, CgroupController controller) {
    return CgroupMounts.read(PROC, Long.toString(process.pid())).of(controller).orElseThrow().own();
  }

  /** Returns the value after the name in one of two files of the group. */
  public static long value(Path group, String file, String orFile, String name) {
    Path there = Files.exists(group.resolve(file)) ? group.resolve(file) : group.resolve(orFile);
    try {
      return Files.readAllLines(there).stream()
          .filter(line -> line.startsWith(name + " "))
          .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves the process into the root group of the controller. */
  public static void release(ProcessHandle process, CgroupController controller)
      throws IOException {
    Path root = CgroupMounts.read(PROC, "self").of(controller).orElseThrow().root();
    Files.writeString(root.resolve("cgroup.procs"), Long.toString(process.pid()));
  }
}

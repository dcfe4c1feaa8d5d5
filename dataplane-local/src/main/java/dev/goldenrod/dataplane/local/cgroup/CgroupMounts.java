package dev.goldenrod.dataplane.local.cgroup;

import dev.goldenrod.dataplane.local.process.MountInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The mount points of the cgroup hierarchies, and the cgroup of a process in each of them. */
final class CgroupMounts {
  private static final String UNIFIED = "cgroup2";
  private static final String SINGLE = "cgroup";

  private final List<MountInfo> mounts;
  private final List<String> memberships;

  private CgroupMounts(List<MountInfo> mounts, List<String> memberships) {
    this.mounts = mounts;
    this.memberships = memberships;
  }

  /**
   * A mounted hierarchy; {@code own} is the process's cgroup, or the root if that is not mounted.
   */
  record Mount(Path root, Path own, boolean unified) {
    /** Returns the cgroup of the process and its ancestors, the topmost first. */
    List<Path> lineage() {
      List<Path> lineage = new ArrayList<>();
      for (Path group = own; group.startsWith(root); group = group.getParent()) {
        lineage.add(0, group);
      }
      return lineage;
    }
  }

  /** Reads {@code /proc} for a process id or {@code self}. */
  static CgroupMounts read(Path proc, String process) {
    return new CgroupMounts(
        hierarchies(proc.resolve("self/mountinfo")),
        lines(proc.resolve(process).resolve("cgroup")));
  }

  Optional<Mount> of(CgroupController controller) {
    return mounts.stream()
        .filter(mount -> has(mount, controller))
        .map(mount -> new Mount(mount.point(), own(mount, controller), isUnified(mount)))
        .findFirst();
  }

  private static List<MountInfo> hierarchies(Path table) {
    try {
      return MountInfo.read(table).stream()
          .filter(mount -> isUnified(mount) || mount.type().equals(SINGLE))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean isUnified(MountInfo mount) {
    return mount.type().equals(UNIFIED);
  }

  private static boolean has(MountInfo mount, CgroupController controller) {
    return isUnified(mount)
        ? words(mount.point().resolve("cgroup.controllers")).contains(controller.label())
        : mount.options().contains(controller.label());
  }

  private Path own(MountInfo mount, CgroupController controller) {
    return memberships.stream()
        .map(line -> line.split(":", 3))
        .filter(
            fields ->
                isUnified(mount)
                    ? fields[1].isEmpty()
                    : List.of(fields[1].split(",")).contains(controller.label()))
        .map(fields -> Path.of(fields[2]))
        .filter(group -> group.startsWith(mount.root()))
        .map(group -> mount.point().resolve(mount.root().relativize(group)).normalize())
        .filter(Files::isDirectory)
        .findFirst()
        .orElse(mount.point());
  }

  static List<String> words(Path file) {
    return lines(file).stream().flatMap(line -> Arrays.stream(line.split(" "))).toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}

package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The mount points of the cgroup hierarchies, and the cgroup of a process in each of them. */
final class CgroupMounts {
  private static final String UNIFIED = "cgroup2";
  private static final String SINGLE = "cgroup";

  private final List<String> mounts;
  private final List<String> memberships;

  private CgroupMounts(List<String> mounts, List<String> memberships) {
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
        lines(proc.resolve("self/mountinfo")), lines(proc.resolve(process).resolve("cgroup")));
  }

  Optional<Mount> of(CgroupController controller) {
    return mounts()
        .filter(mount -> has(mount, controller))
        .map(mount -> new Mount(mount.point(), own(mount, controller), mount.isUnified()))
        .findFirst();
  }

  private Stream<MountLine> mounts() {
    return mounts.stream()
        .map(MountLine::parse)
        .filter(mount -> mount.type().equals(UNIFIED) || mount.type().equals(SINGLE));
  }

  private static boolean has(MountLine mount, CgroupController controller) {
    return mount.isUnified()
        ? words(mount.point().resolve("cgroup.controllers")).contains(controller.label())
        : List.of(mount.options().split(",")).contains(controller.label());
  }

  private Path own(MountLine mount, CgroupController controller) {
    return memberships.stream()
        .map(line -> line.split(":", 3))
        .filter(
            fields ->
                mount.isUnified()
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

  /** A line of {@code mountinfo}; {@code root} is the cgroup that is visible at the mount point. */
  private record MountLine(Path root, Path point, String type, String options) {
    static MountLine parse(String line) {
      String[] fields = line.split(" ");
      int separator = Arrays.asList(fields).indexOf("-");
      return new MountLine(
          Path.of(fields[3]), Path.of(fields[4]), fields[separator + 1], fields[fields.length - 1]);
    }

    boolean isUnified() {
      return type.equals(UNIFIED);
    }
  }
}

package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the trees of control groups are mounted, and which group of each a process is in. */
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
   * A mounted tree that has a controller.
   *
   * @param own the group of the process, or the topmost one where that is not mounted
   */
  record Mount(Path root, Path own, boolean unified) {
    /** The group of the process and those that it is in, the topmost first. */
    List<Path> lineage() {
      List<Path> lineage = new ArrayList<>();
      for (Path group = own; group.startsWith(root); group = group.getParent()) {
        lineage.add(0, group);
      }
      return lineage;
    }
  }

  /**
   * As the system tells in that folder; nothing where it has no such folder.
   *
   * @param process its number, or {@code self}
   */
  static CgroupMounts read(Path proc, String process) {
    return new CgroupMounts(
        lines(proc.resolve("self/mountinfo")), lines(proc.resolve(process).resolve("cgroup")));
  }

  /** The tree that has the controller; empty where none is mounted. */
  Optional<Mount> of(Controller controller) {
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

  private static boolean has(MountLine mount, Controller controller) {
    return mount.isUnified()
        ? words(mount.point().resolve("cgroup.controllers")).contains(controller.label())
        : List.of(mount.options().split(",")).contains(controller.label());
  }

  private Path own(MountLine mount, Controller controller) {
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

  /** The words of a file; none when it is not there. */
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

  /**
   * A line of the system's table.
   *
   * @param root the group that is shown at the point
   */
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

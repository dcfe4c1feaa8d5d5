package dev.goldenrod.dataplane.local.cgroup;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One control group per database, in cgroup version 1, version 2 or both, as far as the server may
 * create them. The groups outlive the server. Thread-safe.
 */
public final class Cgroups implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
  private static final Path PROC = Path.of("/proc");
  private static final int ROUNDS = 100;

  private final List<CgroupHierarchy> hierarchies;
  private final Map<CgroupController, String> missing;

  private Cgroups(List<CgroupHierarchy> hierarchies, Map<CgroupController, String> missing) {
    this.hierarchies = hierarchies;
    this.missing = missing;
  }

  /**
   * Determines by trial which groups can be created for a data directory.
   *
   * @param owner must not name another data directory, since {@link #retain} kills its databases
   */
  public static Cgroups open(String owner) {
    Cgroups groups = open(owner, PROC);
    groups.missing.forEach(
        (controller, reason) ->
            LOG.warn("Running databases without a {} limit: {}", controller.label(), reason));
    return groups;
  }

  static Cgroups open(String owner, Path proc) {
    CgroupHierarchyFinder search =
        new CgroupHierarchyFinder(CgroupMounts.read(proc, "self"), owner);
    return new Cgroups(search.found(), search.missing());
  }

  public Map<CgroupController, String> missing() {
    return missing;
  }

  /** Returns the controllers that set no limits, each with the reason. */
  public Stream<String> problems() {
    return missing.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(problem -> problem.getKey().label() + ": " + problem.getValue());
  }

  public String description() {
    return hierarchies.stream().map(CgroupHierarchy::description).collect(Collectors.joining(", "));
  }

  /**
   * Moves the process and its children into the group, which is created with the limits if it is
   * missing. Children that start later are members from the beginning.
   *
   * @param name the group's name
   * @param folder the working directory of all processes of the database
   * @return the limits that could not be applied, with the reasons
   */
  public Map<CgroupController, String> confine(
      String name, Resources resources, Path folder, ProcessHandle process) {
    Map<CgroupController, String> failed = new EnumMap<>(CgroupController.class);
    missing.forEach(
        (controller, reason) -> {
          if (controller.isLimited(resources)) {
            failed.put(controller, reason);
          }
        });
    for (CgroupHierarchy hierarchy : hierarchies) {
      try {
        hierarchy.limit(name, resources);
        hierarchy.join(name, process);
        gather(hierarchy, name, folder);
      } catch (IOException e) {
        LOG.warn("Cannot apply the limits of cgroup {} in {}", name, hierarchy.parent(), e);
        String reason = CgroupHierarchy.reason(e);
        hierarchy.controllers().forEach(controller -> failed.put(controller, reason));
      }
    }
    return failed;
  }

  /** Repeated, since a process may fork before it is moved. */
  private static void gather(CgroupHierarchy hierarchy, String name, Path folder)
      throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      List<ProcessHandle> all = Processes.of(folder);
      Set<Long> inside = hierarchy.members(name);
      List<ProcessHandle> outside =
          all.stream()
              .filter(process -> !inside.contains(process.pid()) && process.isAlive())
              .toList();
      if (outside.isEmpty()) {
        return;
      }
      for (ProcessHandle process : outside) {
        hierarchy.join(name, process);
      }
    }
    throw new FileSystemException(
        folder.toString(),
        null,
        "its processes start new processes faster than they can be limited");
  }

  /** Returns how many processes of the group the OOM killer has killed; 0 if unknown. */
  public long oomKills(String name) {
    for (CgroupHierarchy hierarchy : hierarchies) {
      if (hierarchy.controllers().contains(CgroupController.MEMORY)) {
        return hierarchy.oomKills(name);
      }
    }
    return 0;
  }

  /**
   * Kills the processes of the group and removes it, if it exists.
   *
   * @throws DataPlaneException if the processes do not end within a second
   */
  public void remove(String name) {
    for (CgroupHierarchy hierarchy : hierarchies) {
      try {
        hierarchy.remove(name);
      } catch (IOException e) {
        throw new DataPlaneException(
            "cannot remove cgroup %s of %s: %s".formatted(name, hierarchy.parent(), e), e);
      }
    }
  }

  /** Removes all groups except the named ones, such as groups of deleted databases. */
  public void retain(Set<String> names) {
    Set<String> strays = new HashSet<>();
    hierarchies.forEach(hierarchy -> strays.addAll(hierarchy.names()));
    strays.removeAll(names);
    for (String stray : strays) {
      try {
        remove(stray);
      } catch (DataPlaneException e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }

  /** Removes the parent groups that are empty; the groups of databases are kept. */
  @Override
  public void close() {
    for (CgroupHierarchy hierarchy : hierarchies) {
      try {
        Files.deleteIfExists(hierarchy.parent());
      } catch (IOException inUse) {
        LOG.debug("Kept cgroup {}: it is in use", hierarchy.parent(), inUse);
      }
    }
  }
}

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control group for each database of a data directory, as far as the server may make them, in
 * version 1, version 2 or both. The groups stay when the server ends. Thread-safe.
 */
public final class Cgroups implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
  private static final Path PROC = Path.of("/proc");
  private static final int ROUNDS = 100;

  private final List<Hierarchy> hierarchies;
  private final Map<Controller, String> missing;

  private Cgroups(List<Hierarchy> hierarchies, Map<Controller, String> missing) {
    this.hierarchies = hierarchies;
    this.missing = missing;
  }

  /**
   * Finds out by trying which control groups can be made here.
   *
   * @param owner the data directory's id
   */
  public static Cgroups open(String owner) {
    Cgroups groups = open(owner, PROC);
    groups.missing.forEach(
        (controller, reason) ->
            LOG.warn("the {} of databases is not limited: {}", controller.label(), reason));
    return groups;
  }

  /** The same by what the system tells in that folder. */
  static Cgroups open(String owner, Path proc) {
    HierarchySearch search = new HierarchySearch(CgroupMounts.read(proc, "self"), owner);
    return new Cgroups(search.found(), search.missing());
  }

  /** What cannot be limited here, and why. */
  public Map<Controller, String> missing() {
    return missing;
  }

  /** Where the groups are, for people; empty when there are none. */
  public String description() {
    return hierarchies.stream().map(Hierarchy::description).collect(Collectors.joining(", "));
  }

  /**
   * Takes the process, and those that it started meanwhile, into the database's group, made with
   * those limits if it is missing. What they start from then on is in it from the beginning.
   *
   * @param name the group's
   * @param folder where all processes of the database work
   * @return what could not be limited, and why
   */
  public Map<Controller, String> confine(
      String name, Resources resources, Path folder, ProcessHandle process) {
    Map<Controller, String> failed = new EnumMap<>(Controller.class);
    missing.forEach(
        (controller, reason) -> {
          if (controller.isLimited(resources)) {
            failed.put(controller, reason);
          }
        });
    for (Hierarchy hierarchy : hierarchies) {
      try {
        hierarchy.limit(name, resources);
        hierarchy.join(name, process);
        gather(hierarchy, name, folder);
      } catch (IOException e) {
        LOG.warn("group {} of {} does not limit its database", name, hierarchy.parent(), e);
        String reason = GroupErrors.reason(e);
        hierarchy.controllers().forEach(controller -> failed.put(controller, reason));
      }
    }
    return failed;
  }

  /** A process that is not in the group yet may start another one before it is. */
  private static void gather(Hierarchy hierarchy, String name, Path folder) throws IOException {
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
        folder.toString(), null, "its processes start others faster than they can be limited");
  }

  /** How many processes of the group the system has killed for want of memory; 0 if unknown. */
  public long oomKills(String name) {
    for (Hierarchy hierarchy : hierarchies) {
      if (hierarchy.controllers().contains(Controller.MEMORY)) {
        return hierarchy.oomKills(name);
      }
    }
    return 0;
  }

  /**
   * Removes the group, and kills who is still in it; without effect when there is none.
   *
   * @throws DataPlaneException when they do not end within a second
   */
  public void remove(String name) {
    for (Hierarchy hierarchy : hierarchies) {
      try {
        hierarchy.remove(name);
      } catch (IOException e) {
        throw new DataPlaneException(
            "cannot remove control group %s of %s: %s".formatted(name, hierarchy.parent(), e), e);
      }
    }
  }

  /** Removes the groups that are not of those names, as of databases that went meanwhile. */
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

  /** Leaves the groups of databases as they are. */
  @Override
  public void close() {
    for (Hierarchy hierarchy : hierarchies) {
      try {
        Files.deleteIfExists(hierarchy.parent());
      } catch (IOException inUse) {
        LOG.debug("{} stays", hierarchy.parent(), inUse);
      }
    }
  }
}

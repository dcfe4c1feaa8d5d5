package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out by trying where control groups for the databases of one owner can be made. */
final class HierarchySearch {
  private static final String FOLDER = "goldenrod";
  private static final String ENABLED = "cgroup.subtree_control";

  private final CgroupMounts mounts;
  private final String owner;
  private final Map<Path, Hierarchy> found = new LinkedHashMap<>();
  private final Map<Controller, String> missing = new EnumMap<>(Controller.class);

  /**
   * Looks for each controller.
   *
   * @param owner the name of the group that has those of the databases in it
   */
  HierarchySearch(CgroupMounts mounts, String owner) {
    this.mounts = mounts;
    this.owner = owner;
    for (Controller controller : Controller.values()) {
      look(controller);
    }
  }

  List<Hierarchy> found() {
    return List.copyOf(found.values());
  }

  /** Why a controller cannot be used. */
  Map<Controller, String> missing() {
    return Map.copyOf(missing);
  }

  private void look(Controller controller) {
    Optional<CgroupMounts.Mount> mount = mounts.of(controller);
    if (mount.isEmpty()) {
      missing.put(
          controller,
          "no tree of control groups is mounted that has '%s'".formatted(controller.label()));
    } else {
      tryEach(mount.get(), controller);
    }
  }

  /** The topmost group stays when that of the server goes, and no limit of a neighbour is on it. */
  private void tryEach(CgroupMounts.Mount mount, Controller controller) {
    String reason = "";
    for (Path top : mount.lineage()) {
      try {
        Path parent = prepare(top, mount.unified(), controller);
        found
            .computeIfAbsent(
                parent,
                path -> new Hierarchy(path, mount.unified(), EnumSet.noneOf(Controller.class)))
            .controllers()
            .add(controller);
        return;
      } catch (IOException e) {
        reason = GroupErrors.reason(e);
      }
    }
    missing.put(
        controller, "no control groups can be made in %s: %s".formatted(mount.root(), reason));
  }

  private Path prepare(Path top, boolean unified, Controller controller) throws IOException {
    Path parent = top;
    enable(parent, unified, controller);
    for (String name : List.of(FOLDER, owner)) {
      parent = Files.createDirectories(parent.resolve(name));
      enable(parent, unified, controller);
    }
    return parent;
  }

  /** In version 2 a group says what its children can limit; it must have no processes then. */
  private static void enable(Path group, boolean unified, Controller controller)
      throws IOException {
    Path enabled = group.resolve(ENABLED);
    if (unified && !Set.copyOf(CgroupMounts.words(enabled)).contains(controller.label())) {
      Files.writeString(enabled, "+" + controller.label());
    }
  }
}

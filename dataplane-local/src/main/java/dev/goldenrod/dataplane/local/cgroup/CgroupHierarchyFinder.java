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

/** Determines by trial where the control groups of a data directory's databases can be created. */
final class CgroupHierarchyFinder {
  private static final String FOLDER = "goldenrod";
  private static final String ENABLED = "cgroup.subtree_control";

  private final CgroupMounts mounts;
  private final String owner;
  private final Map<Path, CgroupHierarchy> found = new LinkedHashMap<>();
  private final Map<CgroupController, String> missing = new EnumMap<>(CgroupController.class);

  CgroupHierarchyFinder(CgroupMounts mounts, String owner) {
    this.mounts = mounts;
    this.owner = owner;
    for (CgroupController controller : CgroupController.values()) {
      look(controller);
    }
  }

  List<CgroupHierarchy> found() {
    return List.copyOf(found.values());
  }

  Map<CgroupController, String> missing() {
    return Map.copyOf(missing);
  }

  private void look(CgroupController controller) {
    Optional<CgroupMounts.Mount> mount = mounts.of(controller);
    if (mount.isEmpty()) {
      missing.put(
          controller,
          "no cgroup hierarchy with the controller '%s' is mounted".formatted(controller.label()));
    } else {
      tryEach(mount.get(), controller);
    }
  }

  /** Prefers the topmost group, which outlives the server's and has no sibling's limit on it. */
  private void tryEach(CgroupMounts.Mount mount, CgroupController controller) {
    String reason = "";
    for (Path top : mount.lineage()) {
      try {
        Path parent = prepare(top, mount.unified(), controller);
        found
            .computeIfAbsent(
                parent,
                path ->
                    new CgroupHierarchy(
                        path, mount.unified(), EnumSet.noneOf(CgroupController.class)))
            .controllers()
            .add(controller);
        return;
      } catch (IOException e) {
        reason = CgroupHierarchy.reason(e);
      }
    }
    missing.put(controller, "cannot create cgroups in %s: %s".formatted(mount.root(), reason));
  }

  private Path prepare(Path top, boolean unified, CgroupController controller) throws IOException {
    Path parent = top;
    enable(parent, unified, controller);
    for (String name : List.of(FOLDER, owner)) {
      parent = Files.createDirectories(parent.resolve(name));
      enable(parent, unified, controller);
    }
    return parent;
  }

  /** Version 2 requires this for limits on children, and refuses it if the group has processes. */
  private static void enable(Path group, boolean unified, CgroupController controller)
      throws IOException {
    Path enabled = group.resolve(ENABLED);
    if (unified && !Set.copyOf(CgroupMounts.words(enabled)).contains(controller.label())) {
      Files.writeString(enabled, "+" + controller.label());
    }
  }
}

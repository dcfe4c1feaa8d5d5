package dev.goldenrod.port;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Everything a data plane holds, finished or not.
 *
 * @param databases ids of those that have a volume, a process or a reservation
 * @param snapshots ids of snapshots of databases
 * @param imports ids of imports that have staging files or processes
 * @param handles handles of the version volumes it made
 * @param copies versions that an admin registered and that it keeps a copy of
 * @param damaged ids of snapshots of which it knows that nothing can be made, and why
 */
public record Inventory(
    Set<UUID> databases,
    Set<UUID> snapshots,
    Set<UUID> imports,
    Set<String> handles,
    Set<VersionRef> copies,
    Map<UUID, String> damaged) {
  public Inventory {
    databases = Set.copyOf(databases);
    snapshots = Set.copyOf(snapshots);
    imports = Set.copyOf(imports);
    handles = Set.copyOf(handles);
    copies = Set.copyOf(copies);
    damaged = Map.copyOf(damaged);
  }

  /** One of whose snapshots nothing is wrong. */
  public static Inventory undamaged(
      Set<UUID> databases,
      Set<UUID> snapshots,
      Set<UUID> imports,
      Set<String> handles,
      Set<VersionRef> copies) {
    return new Inventory(databases, snapshots, imports, handles, copies, Map.of());
  }
}

package dev.goldenrod.port;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Everything that a data plane holds, complete or not.
 *
 * @param databases ids of databases that have a volume, a process or a reservation
 * @param snapshots ids of snapshots of databases
 * @param imports ids of imports that have staging files or processes
 * @param handles handles of the version volumes that the data plane made
 * @param copies versions registered by an admin of which the data plane keeps a copy
 * @param damaged ids of snapshots that are known to be unusable, each with the reason
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

  /** Returns an inventory without damaged snapshots. */
  public static Inventory undamaged(
      Set<UUID> databases,
      Set<UUID> snapshots,
      Set<UUID> imports,
      Set<String> handles,
      Set<VersionRef> copies) {
    return new Inventory(databases, snapshots, imports, handles, copies, Map.of());
  }
}

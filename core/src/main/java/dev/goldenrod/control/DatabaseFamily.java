package dev.goldenrod.control;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A database, its ancestors, and all their branches, as far as one member may use them.
 *
 * @param databases the oldest ancestor first; each database after its parent, branches of the same
 *     generation oldest first
 * @param snapshots of all the databases, oldest first
 */
public record DatabaseFamily(List<Database> databases, List<DatabaseSnapshot> snapshots) {
  public DatabaseFamily {
    databases = List.copyOf(databases);
    snapshots = List.copyOf(snapshots);
  }

  /** Returns the oldest ancestor. */
  public Database root() {
    return databases.get(0);
  }

  /** Reads one generation per query. */
  static DatabaseFamily read(Transaction tx, Actor actor, String name) {
    Database root = oldestAncestor(tx, actor, DatabaseAccess.require(tx, actor, name));
    Map<UUID, Database> found = new LinkedHashMap<>();
    List<Database> generation = List.of(root);
    while (!generation.isEmpty()) {
      generation.forEach(one -> found.put(one.id(), one));
      List<UUID> parents = generation.stream().map(Database::id).toList();
      generation =
          tx.databases().branchesOfAll(actor.orgId(), parents).stream()
              .filter(branch -> isVisible(tx, actor, branch))
              .filter(branch -> !found.containsKey(branch.id()))
              .toList();
    }
    return new DatabaseFamily(
        List.copyOf(found.values()), tx.databases().snapshotsOfAll(actor.orgId(), found.keySet()));
  }

  private static Database oldestAncestor(Transaction tx, Actor actor, Database database) {
    Database oldest = database;
    Optional<Database> parent = parent(tx, actor, oldest);
    while (parent.isPresent()) {
      oldest = parent.get();
      parent = parent(tx, actor, oldest);
    }
    return oldest;
  }

  private static Optional<Database> parent(Transaction tx, Actor actor, Database database) {
    return Optional.ofNullable(database.ancestry().parentId())
        .flatMap(id -> tx.databases().find(database.orgId(), id))
        .filter(found -> isVisible(tx, actor, found));
  }

  private static boolean isVisible(Transaction tx, Actor actor, Database database) {
    return !database.isDeleted() && DatabaseAccess.mayUse(tx, actor, database);
  }
}

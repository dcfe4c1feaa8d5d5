package dev.goldenrod.console.branch;

import dev.goldenrod.console.branch.TreeNode.Kind;
import dev.goldenrod.console.html.Sizes;
import dev.goldenrod.control.DatabaseFamily;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A family of databases as a tree. A branch that was made from a snapshot is below the snapshot,
 * other branches are below their parents.
 *
 * @param root the oldest ancestor
 * @param left how many databases the tree leaves out
 */
public record FamilyTree(TreeNode root, int left) {
  /** The newest snapshots of a database are shown, and those that branches were made from. */
  private static final int NEWEST_SNAPSHOTS = 2;

  /**
   * Returns the tree of a family.
   *
   * @param current the name of the database that the page is about
   * @param limit the number of databases to show; younger generations are left out first
   */
  public static FamilyTree of(DatabaseFamily family, String current, int limit) {
    List<Database> shown = family.databases().stream().limit(limit).toList();
    return new FamilyTree(
        TreeBuilder.of(family, shown, current).node(family.root()),
        family.databases().size() - shown.size());
  }

  /**
   * Builds the nodes of a family.
   *
   * @param branches by the id of the snapshot or database that they are drawn below
   * @param snapshots by the ids of their databases
   */
  private record TreeBuilder(
      Map<UUID, List<Database>> branches,
      Map<UUID, List<DatabaseSnapshot>> snapshots,
      String current) {
    static TreeBuilder of(DatabaseFamily family, List<Database> shown, String current) {
      Map<UUID, DatabaseSnapshot> byId =
          family.snapshots().stream()
              .collect(Collectors.toMap(DatabaseSnapshot::id, snapshot -> snapshot));
      return new TreeBuilder(
          shown.stream()
              .filter(one -> !one.id().equals(family.root().id()))
              .collect(Collectors.groupingBy(one -> origin(one, byId))),
          family.snapshots().stream().collect(Collectors.groupingBy(DatabaseSnapshot::databaseId)),
          current);
    }

    /** After a promotion, a snapshot may belong to another database than the branch's parent. */
    private static UUID origin(Database branch, Map<UUID, DatabaseSnapshot> snapshots) {
      UUID parent = branch.ancestry().parentId();
      UUID snapshotId = branch.ancestry().snapshotId();
      DatabaseSnapshot snapshot = snapshotId == null ? null : snapshots.get(snapshotId);
      return snapshot != null && snapshot.databaseId().equals(parent) ? snapshot.id() : parent;
    }

    TreeNode node(Database database) {
      List<DatabaseSnapshot> taken = snapshots.getOrDefault(database.id(), List.of());
      List<TreeNode> children = new ArrayList<>();
      shown(taken).forEach(snapshot -> children.add(node(snapshot, database)));
      branches(database.id()).forEach(children::add);
      return new TreeNode(
          Kind.DATABASE,
          id(database.id()),
          database.name(),
          "/databases/" + database.name(),
          database.phase().wireName(),
          count(taken),
          database.name().equals(current),
          children);
    }

    private TreeNode node(DatabaseSnapshot snapshot, Database database) {
      return new TreeNode(
          Kind.SNAPSHOT,
          id(snapshot.id()),
          snapshot.name(),
          "/databases/" + database.name() + "#snapshots",
          snapshot.phase().wireName(),
          snapshot.sizeBytes() == 0 ? "" : Sizes.of(snapshot.sizeBytes()),
          false,
          branches(snapshot.id()).toList());
    }

    private Stream<TreeNode> branches(UUID origin) {
      return branches.getOrDefault(origin, List.of()).stream().map(this::node);
    }

    private Collection<DatabaseSnapshot> shown(List<DatabaseSnapshot> taken) {
      Set<UUID> newest =
          taken.stream()
              .skip(Math.max(0, taken.size() - NEWEST_SNAPSHOTS))
              .map(DatabaseSnapshot::id)
              .collect(Collectors.toSet());
      return taken.stream()
          .filter(one -> newest.contains(one.id()) || branches.containsKey(one.id()))
          .sorted(Comparator.comparing(DatabaseSnapshot::createdAt))
          .toList();
    }

    private static String count(List<DatabaseSnapshot> taken) {
      return switch (taken.size()) {
        case 0 -> "";
        case 1 -> "1 snapshot";
        default -> taken.size() + " snapshots";
      };
    }

    private static String id(UUID id) {
      String text = id.toString();
      return "n" + text.substring(text.length() - 7);
    }
  }
}

package dev.goldenrod.console.database;

import dev.goldenrod.console.page.Owners;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Databases with the names of what they belong to. */
public record DatabaseRows(ControlPlane control) {
  /**
   * A database with names.
   *
   * @param parent the parent's name; empty for none
   * @param cluster the cluster's name; empty if it was removed
   * @param owner the owner's address as far as the member may know it
   */
  public record Row(Database database, String parent, String cluster, String owner) {}

  List<Row> of(Visit visit, List<Database> databases) {
    Map<UUID, Database> parents = control.databases().parents(databases);
    Owners owners = Owners.read(control.members(), visit.actor());
    return databases.stream()
        .map(
            one ->
                new Row(
                    one,
                    parent(one, parents).map(Database::name).orElse(""),
                    control.clusters().name(one.orgId(), one.clusterId()).orElse(""),
                    owners.name(one.ownerId())))
        .toList();
  }

  /** Returns the parent of a branch. */
  Optional<Database> parent(Database branch) {
    return parent(branch, control.databases().parents(List.of(branch)));
  }

  private static Optional<Database> parent(Database branch, Map<UUID, Database> parents) {
    return Optional.ofNullable(branch.ancestry().parentId())
        .flatMap(id -> Optional.ofNullable(parents.get(id)));
  }
}

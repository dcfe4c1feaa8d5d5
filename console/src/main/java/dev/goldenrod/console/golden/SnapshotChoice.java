package dev.goldenrod.console.golden;

import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The snapshots that a version can be made of.
 *
 * @param asked the name of a database in the query; empty if it names none
 * @param database the database of that name, if there is one
 * @param snapshots the newest ready ones of the database
 * @param chosen the id of the snapshot in the query; empty if it names none
 * @param databases names to suggest
 */
public record SnapshotChoice(
    String asked,
    Optional<Database> database,
    List<DatabaseSnapshot> snapshots,
    String chosen,
    List<String> databases) {
  private static final int MOST_OFFERED = 50;

  static SnapshotChoice of(ControlPlane control, Visit visit) {
    List<Database> all = control.databases().list(visit.actor());
    String asked = visit.query("database").orElse("");
    Optional<Database> database = all.stream().filter(one -> one.name().equals(asked)).findFirst();
    return new SnapshotChoice(
        asked,
        database,
        database.map(one -> snapshots(control, visit, one)).orElse(List.of()),
        visit.query("snapshot").orElse(""),
        all.stream().map(Database::name).sorted().limit(MOST_OFFERED).toList());
  }

  private static List<DatabaseSnapshot> snapshots(
      ControlPlane control, Visit visit, Database database) {
    return control.snapshots().list(visit.actor(), database.name()).stream()
        .filter(one -> one.phase() == DatabaseSnapshot.Phase.READY && one.message().isEmpty())
        .sorted(Comparator.comparing(DatabaseSnapshot::createdAt).reversed())
        .limit(MOST_OFFERED)
        .toList();
  }

  /** Returns whether the query names a database that the member cannot see. */
  public boolean isUnknown() {
    return !asked.isEmpty() && database.isEmpty();
  }

  /** Returns the API's name of the chosen database's engine. */
  public String substrate() {
    DatabaseType type = database.orElseThrow().template().type();
    return Arrays.stream(Substrate.values())
        .filter(one -> DatabaseType.of(one) == type)
        .findFirst()
        .orElseThrow()
        .wireName();
  }
}

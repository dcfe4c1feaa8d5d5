package dev.goldenrod.reconcile;

import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.Resources;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A resource that a data plane holds.
 *
 * @param reference its identifier in the data plane; see {@link Orphan}
 */
record InventoryItem(Kind kind, String reference) {
  private static final UUID NO_GOLDEN = new UUID(0, 0);

  static InventoryItem of(Orphan orphan) {
    return new InventoryItem(orphan.kind(), orphan.reference());
  }

  static Set<InventoryItem> allOf(Inventory inventory) {
    return Stream.of(
            items(Kind.DATABASE, inventory.databases(), UUID::toString),
            items(Kind.SNAPSHOT, inventory.snapshots(), UUID::toString),
            items(Kind.IMPORT, inventory.imports(), UUID::toString),
            items(Kind.VERSION, inventory.handles(), Function.identity()),
            items(Kind.COPY, inventory.copies(), VersionRef::text))
        .flatMap(items -> items)
        .collect(Collectors.toSet());
  }

  private static <T> Stream<InventoryItem> items(
      Kind kind, Set<T> things, Function<T, String> reference) {
    return things.stream().map(thing -> new InventoryItem(kind, reference.apply(thing)));
  }

  boolean isOfDatabase() {
    return kind == Kind.DATABASE || kind == Kind.SNAPSHOT;
  }

  UUID id() {
    return UUID.fromString(reference);
  }

  VersionRef version() {
    return VersionRef.parse(reference);
  }

  Orphan.Facts facts(DataPlane dataPlane) {
    return isOfDatabase()
        ? dataPlane.factsOf(id()).orElse(Orphan.Facts.UNKNOWN)
        : Orphan.Facts.UNKNOWN;
  }

  String endpoint(DataPlane dataPlane) {
    return kind == Kind.DATABASE ? dataPlane.databases().observe(id()).endpoint() : "";
  }

  /** Stops a database, keeping all its data. Databases of an unknown engine are left alone. */
  void stop(DataPlane dataPlane, Orphan.Facts facts) {
    if (kind != Kind.DATABASE || facts.engine().equals(Orphan.Engine.UNKNOWN)) {
      return;
    }
    DatabaseObservation seen = dataPlane.databases().observe(id());
    if (seen.generation() >= 0 && seen.state() != DatabaseState.STOPPED) {
      dataPlane
          .databases()
          .ensure(
              DatabaseSpec.ofExisting(id(), resources(facts))
                  .named(facts.name())
                  .atGeneration(seen.generation())
                  .stopped());
    }
  }

  private static Resources resources(Orphan.Facts facts) {
    return facts.resources() == null ? DatabaseConfig.DEFAULT.resources() : facts.resources();
  }

  void remove(DataPlane dataPlane) {
    switch (kind) {
      case DATABASE -> dataPlane.databases().remove(id());
      case SNAPSHOT -> dataPlane.snapshots().remove(id());
      case IMPORT -> dataPlane.imports().remove(id());
      case VERSION -> dataPlane.versions().remove(new VersionRef(NO_GOLDEN, "", 0, reference));
      case COPY -> dataPlane.versions().remove(version());
    }
  }

  @Override
  public String toString() {
    return kind.wireName() + " " + reference;
  }
}

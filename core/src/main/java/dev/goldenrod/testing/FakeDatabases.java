package dev.goldenrod.testing;

import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clones of a {@link FakeDataPlane} and what is to happen to them. Guarded by its lock. Methods
 * that change clones return the ids of those that changed.
 */
final class FakeDatabases {
  private final Map<UUID, FakeDatabase> clones = new LinkedHashMap<>();
  private final List<DatabaseSpec> ensured = new ArrayList<>();
  private boolean held;
  private boolean removalsHeld;
  private final Deque<String> nextFailures = new ArrayDeque<>();
  private @Nullable String block;
  private List<EngineVersion> engines =
      Stream.of(DatabaseType.values()).flatMap(FakeDatabases::allOf).toList();

  private static Stream<EngineVersion> allOf(DatabaseType type) {
    return type.versions().stream()
        .map(
            version ->
                EngineVersion.available(type.wireName(), version, EngineVersion.Origin.INSTALLED));
  }

  List<EngineVersion> engines() {
    return engines;
  }

  void setEngines(List<EngineVersion> known) {
    engines = List.copyOf(known);
  }

  Set<UUID> ensure(DatabaseSpec spec, Predicate<String> volumeExists) {
    ensured.add(spec);
    FakeDatabase known = clones.get(spec.id());
    if (known != null && !known.needs(spec)) {
      return Set.of();
    }
    FakeDatabase clone = clones.computeIfAbsent(spec.id(), id -> new FakeDatabase(spec));
    clone.begin(spec);
    if (!volumeExists.test(spec.version().handle())) {
      clone.fail("volume " + spec.version().handle() + " does not exist; import it again");
    } else if (!nextFailures.isEmpty()) {
      clone.fail(nextFailures.remove());
    } else if (block != null) {
      clone.block(block);
    } else if (!held) {
      clone.finish();
    }
    return Set.of(spec.id());
  }

  Set<UUID> remove(UUID id) {
    FakeDatabase clone = clones.get(id);
    if (clone == null || clone.isRemoving()) {
      return Set.of();
    }
    if (removalsHeld) {
      clone.beginRemoval();
    } else {
      clones.remove(id);
    }
    return Set.of(id);
  }

  DatabaseObservation observe(UUID id) {
    FakeDatabase clone = clones.get(id);
    return clone == null ? DatabaseObservation.absent() : clone.observation();
  }

  Optional<Credentials> credentials(UUID id) {
    return Optional.ofNullable(clones.get(id)).flatMap(FakeDatabase::credentials);
  }

  Set<UUID> ids() {
    return Set.copyOf(clones.keySet());
  }

  List<DatabaseSpec> ensured() {
    return List.copyOf(ensured);
  }

  void failNext(String message) {
    nextFailures.add(message);
  }

  void blockFromNowOn(String message) {
    block = message;
  }

  Set<UUID> unblock() {
    block = null;
    Set<UUID> blocked = idsWhere(FakeDatabase::isBlocked);
    blocked.forEach(id -> clones.get(id).finish());
    return blocked;
  }

  void hold() {
    held = true;
  }

  Set<UUID> release() {
    held = false;
    Set<UUID> underWay = idsWhere(FakeDatabase::isUnderWay);
    underWay.forEach(id -> clones.get(id).finish());
    return underWay;
  }

  Set<UUID> finish(UUID id) {
    require(id, FakeDatabase::isUnderWay, "is not being made; hold clones before it is ensured")
        .finish();
    return Set.of(id);
  }

  void holdRemovals() {
    removalsHeld = true;
  }

  Set<UUID> releaseRemovals() {
    removalsHeld = false;
    Set<UUID> removing = idsWhere(FakeDatabase::isRemoving);
    clones.keySet().removeAll(removing);
    return removing;
  }

  Set<UUID> finishRemoval(UUID id) {
    require(
        id, FakeDatabase::isRemoving, "is not being removed; hold removals before it is removed");
    clones.remove(id);
    return Set.of(id);
  }

  Set<UUID> kill(UUID id) {
    require(id, clone -> true, "does not exist").interrupt();
    return Set.of(id);
  }

  /** The data plane's process went: what ran goes on running, what was being made waits. */
  void restart() {
    clones.values().stream().filter(FakeDatabase::isUnderWay).forEach(FakeDatabase::interrupt);
  }

  FakeDatabase login(Credentials credentials) {
    return clones.values().stream()
        .filter(clone -> clone.accepts(credentials))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException("no running clone accepts " + credentials + " as a login"));
  }

  private FakeDatabase require(UUID id, Predicate<FakeDatabase> condition, String otherwise) {
    FakeDatabase clone = clones.get(id);
    if (clone == null || !condition.test(clone)) {
      throw new IllegalStateException("clone " + id + " " + otherwise);
    }
    return clone;
  }

  private Set<UUID> idsWhere(Predicate<FakeDatabase> condition) {
    return clones.values().stream()
        .filter(condition)
        .map(clone -> clone.spec().id())
        .collect(Collectors.toSet());
  }
}

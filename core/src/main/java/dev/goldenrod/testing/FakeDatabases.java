package dev.goldenrod.testing;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.Takeover;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The databases of a {@link FakeDataPlane}. Guarded by the data plane's lock. Methods that change
 * databases return the ids of the changed ones.
 */
final class FakeDatabases {
  private static final String POSTGRESQL = "postgresql";
  private static final Orphan.Engine ENGINE = new Orphan.Engine(POSTGRESQL, "17");

  private final Map<UUID, FakeDatabase> databases = new LinkedHashMap<>();
  private final FakeSnapshots snapshots = new FakeSnapshots();
  private final FakeDatabaseConditions conditions = new FakeDatabaseConditions();
  private final List<DatabaseSpec> ensured = new ArrayList<>();

  FakeDatabaseConditions conditions() {
    return conditions;
  }

  Set<UUID> ensure(DatabaseSpec spec, Function<String, Optional<String>> volumes) {
    ensured.add(spec);
    FakeDatabase known = databases.get(spec.id());
    if (known == null ? spec.mustExist() : !known.needs(spec)) {
      return Set.of();
    }
    boolean copies = known == null || known.copiesFor(spec);
    Optional<FakeSnapshots.SnapshotData> origin = copies ? origin(spec, volumes) : Optional.empty();
    FakeDatabase database =
        databases.computeIfAbsent(
            spec.id(),
            id ->
                new FakeDatabase(
                    spec,
                    origin.map(FakeSnapshots.SnapshotData::loginId).orElse(spec.id()),
                    origin.map(FakeSnapshots.SnapshotData::scheme).orElse(POSTGRESQL)));
    Set<UUID> changed = new HashSet<>(Set.of(spec.id()));
    if (database.takesOver(spec)) {
      takeOver(database, Objects.requireNonNull(spec.takeover())).ifPresent(changed::add);
    }
    if (known != null && !known.spec().running()) {
      conditions.endShutOut(spec.id());
    }
    database.begin(spec, origin.map(FakeSnapshots.SnapshotData::data));
    if (copies && origin.isEmpty()) {
      database.fail(spec.origin() + " does not exist; create it again");
    } else {
      conditions.applyTo(database);
    }
    return changed;
  }

  private Optional<UUID> takeOver(FakeDatabase database, Takeover takeover) {
    Optional<FakeDatabase> holder =
        databases.values().stream()
            .filter(other -> other != database && other.endpoint().equals(takeover.endpoint()))
            .findFirst();
    database.takeOver(takeover, holder);
    return holder.map(other -> other.spec().id());
  }

  private Optional<FakeSnapshots.SnapshotData> origin(
      DatabaseSpec spec, Function<String, Optional<String>> volumes) {
    return spec.origin()
        .match(
            blank -> Optional.of(new FakeSnapshots.SnapshotData(spec.id(), "", spec, blank.type())),
            made ->
                volumes
                    .apply(made.version().handle())
                    .map(data -> new FakeSnapshots.SnapshotData(spec.id(), data, spec, POSTGRESQL)),
            snapshot -> snapshots.find(snapshot.id()),
            other -> snapshotOf(other.id()));
  }

  private Optional<FakeSnapshots.SnapshotData> snapshotOf(UUID databaseId) {
    return Optional.ofNullable(databases.get(databaseId))
        .filter(FakeDatabase::wasReady)
        .map(
            database ->
                new FakeSnapshots.SnapshotData(
                    database.loginId(), database.data(), database.spec(), database.scheme()));
  }

  String ddl(UUID id) {
    return Optional.ofNullable(databases.get(id))
        .filter(database -> database.observation().state() == DatabaseState.READY)
        .map(FakeDatabase::data)
        .orElseThrow(() -> new DataPlaneException("database " + id + " is not running"));
  }

  Optional<String> loginProblem(UUID id) {
    return observe(id).state() == DatabaseState.READY
        ? conditions.loginProblem(databases.get(id))
        : Optional.of("it is not running");
  }

  Set<UUID> shutOut(UUID id, String reason) {
    conditions.shutOut(id, reason);
    return Set.of(id);
  }

  Credentials resetCredentials(UUID id) {
    FakeDatabase database = databases.get(id);
    if (database == null || database.observation().state() != DatabaseState.READY) {
      throw new DataPlaneException("database " + id + " is not running");
    }
    conditions.endShutOut(id);
    return database.resetPassword();
  }

  boolean upgradeImage(UUID id, boolean reindex) {
    if (observe(id).state() != DatabaseState.READY) {
      throw new DataPlaneException("database " + id + " is not running");
    }
    return conditions.upgradeImage(id, reindex);
  }

  SchemaChanges changes(UUID trial, UUID target) {
    boolean same = ddl(trial).equals(ddl(target));
    return new SchemaChanges(
        same ? List.of() : List.of(new SchemaChanges.Statement(ddl(target) + ";", "")), List.of());
  }

  Set<UUID> snapshot(UUID id, UUID databaseId) {
    return snapshots.take(id, databaseId, snapshotOf(databaseId));
  }

  FakeSnapshots snapshots() {
    return snapshots;
  }

  Set<UUID> remove(UUID id) {
    FakeDatabase database = databases.get(id);
    if (database == null || database.isRemoving()) {
      return Set.of();
    }
    if (conditions.areRemovalsHeld()) {
      database.beginRemoval();
    } else {
      databases.remove(id);
    }
    return Set.of(id);
  }

  DatabaseObservation observe(UUID id) {
    FakeDatabase database = databases.get(id);
    return database == null ? DatabaseObservation.absent() : conditions.observe(database);
  }

  boolean isReady(UUID id) {
    return observe(id).state() == DatabaseState.READY;
  }

  Optional<Resources> resources(UUID id) {
    return Optional.ofNullable(databases.get(id)).flatMap(FakeDatabase::resources);
  }

  Set<UUID> resize(UUID id, Resources resources) {
    FakeDatabase database = databases.get(id);
    if (database == null || database.resources().filter(has -> !has.equals(resources)).isEmpty()) {
      return Set.of();
    }
    database.resize(resources);
    return Set.of(id);
  }

  Optional<Credentials> credentials(UUID id) {
    return Optional.ofNullable(databases.get(id)).flatMap(FakeDatabase::credentials);
  }

  Set<UUID> ids() {
    return Set.copyOf(databases.keySet());
  }

  Optional<Orphan.Facts> factsOf(UUID id) {
    return Optional.ofNullable(databases.get(id))
        .map(database -> facts(database.spec(), 0))
        .or(() -> snapshots.find(id).map(one -> facts(one.spec(), one.data().length())));
  }

  private static Orphan.Facts facts(DatabaseSpec spec, long sizeBytes) {
    return new Orphan.Facts(spec.name(), ENGINE, spec.resources(), sizeBytes);
  }

  List<DatabaseSpec> ensured() {
    return List.copyOf(ensured);
  }

  Set<UUID> unblock() {
    conditions.unblock();
    return finish(FakeDatabase::isBlocked);
  }

  Set<UUID> release() {
    conditions.release();
    return finish(FakeDatabase::isInProgress);
  }

  private Set<UUID> finish(Predicate<FakeDatabase> condition) {
    Set<UUID> finished = idsWhere(condition);
    finished.forEach(id -> databases.get(id).finish());
    return finished;
  }

  Set<UUID> finish(UUID id) {
    require(
            id,
            FakeDatabase::isInProgress,
            "is not being provisioned; hold databases before it is ensured")
        .finish();
    return Set.of(id);
  }

  Set<UUID> releaseRemovals() {
    conditions.holdRemovals(false);
    Set<UUID> removing = idsWhere(FakeDatabase::isRemoving);
    databases.keySet().removeAll(removing);
    return removing;
  }

  Set<UUID> finishRemoval(UUID id) {
    require(
        id, FakeDatabase::isRemoving, "is not being removed; hold removals before it is removed");
    databases.remove(id);
    return Set.of(id);
  }

  Set<UUID> kill(UUID id) {
    require(id, database -> true, "does not exist").interrupt();
    return Set.of(id);
  }

  /** Simulates a restart of the data plane's process: databases run on, work is interrupted. */
  void restart() {
    databases.values().stream().filter(FakeDatabase::isInProgress).forEach(FakeDatabase::interrupt);
  }

  FakeDatabase login(Credentials credentials) {
    return databases.values().stream()
        .filter(database -> database.accepts(credentials))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "no running database accepts " + credentials + " as a login"));
  }

  private FakeDatabase require(UUID id, Predicate<FakeDatabase> condition, String otherwise) {
    FakeDatabase database = databases.get(id);
    if (database == null || !condition.test(database)) {
      throw new IllegalStateException("database " + id + " " + otherwise);
    }
    return database;
  }

  private Set<UUID> idsWhere(Predicate<FakeDatabase> condition) {
    return databases.values().stream()
        .filter(condition)
        .map(database -> database.spec().id())
        .collect(Collectors.toSet());
  }
}

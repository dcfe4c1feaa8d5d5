package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.record.RecordKeeper;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps that create, change and remove one database. Each step inspects the current state
 * first, so it can be repeated after a crash at any point. Not thread-safe.
 */
final class DatabaseProvisioner {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseProvisioner.class);
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(1);

  private final UUID id;
  private final DatabaseContext context;
  private final DatabaseExecutor executor;
  private final DatabaseFolder folder;
  private final LocalSnapshots snapshots;
  private final RecordKeeper records;
  private final DatabaseVolumes volumes;
  private final DatabaseStarter starter;
  private final DatabaseCopier copier;

  /** The last generation that clients could log in to, even if its files are deleted; or -1. */
  private int verifiedGeneration;

  /**
   * @param verifiedGeneration the generation that clients could log in to before; -1 for none
   */
  DatabaseProvisioner(
      UUID id,
      DatabaseContext context,
      DatabaseExecutor executor,
      LocalSnapshots snapshots,
      int verifiedGeneration) {
    this.id = id;
    this.context = context;
    this.executor = executor;
    this.folder = context.folder(id);
    this.snapshots = snapshots;
    this.verifiedGeneration = verifiedGeneration;
    this.records = new RecordKeeper(folder, context.ports(), context.users());
    this.volumes = new DatabaseVolumes(id, context, folder, executor, snapshots);
    this.starter = new DatabaseStarter(id, context, folder, executor, records, volumes);
    this.copier = new DatabaseCopier(id, context, folder, volumes);
  }

  /**
   * Saves the desired state, with the database's port and user, before anything is created.
   *
   * @throws WorkFailure if the record and the data of that generation were lost, or the state
   *     cannot be saved now
   */
  DatabaseRecord save(DatabaseSpec spec) {
    try {
      Optional<DatabaseRecord> kept = folder.record();
      if (kept.isPresent() && kept.get().spec().equals(spec)) {
        return kept.get();
      }
      if (kept.isEmpty()) {
        requireNotLost(spec);
      }
      inheritPassword(spec.origin());
      return kept.isPresent() ? changed(kept.get(), kept.get().with(spec)) : recovered(spec);
    } catch (DataPlaneException e) {
      throw WorkFailure.blocked(String.valueOf(e.getMessage()), e);
    }
  }

  /** Creating the database again would silently replace its data. */
  private void requireNotLost(DatabaseSpec spec) {
    String volume = volumes.name(spec);
    if (spec.generation() == verifiedGeneration && !context.volumes().exists(volume)) {
      throw DatabaseErrors.lost(volume);
    }
  }

  /** Changes the volume first, since the record states what was done. */
  private DatabaseRecord changed(DatabaseRecord before, DatabaseRecord next) {
    volumes.limit(before, next);
    return records.store(next);
  }

  /** Copies have the same password as their origin. */
  private void inheritPassword(Origin origin) {
    if (folder.hasPassword() || folder.lostPassword().isPresent()) {
      return;
    }
    origin
        .<Optional<String>>match(
            blank -> Optional.empty(),
            version -> Optional.empty(),
            snapshot -> Optional.of(snapshots.password(snapshot.id())),
            other -> Optional.of(context.folder(other.id()).password()))
        .ifPresent(folder::inheritPassword);
  }

  /**
   * Saves the first record of a new database. If a volume or a verified login shows that the record
   * was lost, keeps the port of the volume's configuration, since clients know that port.
   */
  private DatabaseRecord recovered(DatabaseSpec spec) {
    OptionalInt port =
        volumes.all().stream()
            .sorted(Comparator.comparingInt(DatabaseVolume::generation).reversed())
            .map(volume -> new DataVolume(context.volumes().path(volume.name())).configuredPort())
            .filter(OptionalInt::isPresent)
            .findFirst()
            .orElse(OptionalInt.empty());
    if (port.isPresent()) {
      return records.restore(spec, port.getAsInt());
    }
    if (folder.verifiedLogin().isPresent()) {
      throw WorkFailure.blocked(
          "the record of the database is missing or damaged, and no volume states its port; its data is kept: restore the record from a backup, or delete the database");
    }
    return records.storeNew(spec);
  }

  DatabaseStarter.Started start(DatabaseRecord record, BooleanSupplier cancelled) {
    requireNotLost(record.spec());
    DatabaseStarter.Started started = starter.start(record, cancelled);
    if (volumes.hadClients(record.spec())) {
      verifiedGeneration = record.spec().generation();
    }
    return started;
  }

  String whyEnded() {
    return starter.whyEnded();
  }

  RunningDatabase running() {
    DatabaseRecord record = requireRecord();
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    return new RunningDatabase(
        volumes.server(record, volume).engineServer(),
        volume.info(),
        record.port(),
        folder.password(),
        context.users().ownerOf(volume.data()));
  }

  void stop(DatabaseRecord record) {
    volumes.abortOthers(record);
    volumes.discardUnflushed(record);
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DataVolume volume = volumes.requireUndamaged(name);
      volumes.server(record, volume).process().stop(STOP_PATIENCE);
      RunAs user = context.users().ownerOf(volume.data());
      Processes.endAll(user, volume.root(), DatabaseVolumes.END_PATIENCE);
    }
    context.cgroups().remove(id.toString());
  }

  void copyTo(String name) {
    copier.copyTo(name);
  }

  /** Moves the stopped database to the port, even if another database holds the port still. */
  DatabaseRecord moveTo(DatabaseRecord record, int port) {
    return records.moveTo(record, port);
  }

  /** Reserves a free port for {@link #moveAway}. */
  int reservePort() {
    try {
      return context.ports().reserve();
    } catch (DataPlaneException e) {
      throw WorkFailure.blocked(String.valueOf(e.getMessage()), e);
    }
  }

  /** Stops the database and moves it to the port; returns empty if it does not exist. */
  Optional<DatabaseRecord> moveAway(int port) {
    Optional<DatabaseRecord> record = folder.record();
    record.ifPresent(this::checkpoint);
    record.ifPresent(this::stop);
    return record.map(found -> records.moveTo(found, port));
  }

  /** Shortens the stop, during which clients cannot connect. */
  private void checkpoint(DatabaseRecord record) {
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DataVolume volume = volumes.requireUndamaged(name);
      copier.checkpoint(volumes.server(record, volume), record);
    }
  }

  void tookOver(Takeover takeover) {
    folder.record().ifPresent(record -> records.store(record.tookOver(takeover)));
  }

  void requestLogin() {
    folder.markLoginDue();
  }

  boolean isRunning(DatabaseRecord record) {
    String name = volumes.name(record.spec());
    return context.volumes().exists(name)
        && volumes.server(record, volumes.requireUndamaged(name)).process().process().isPresent();
  }

  Optional<String> loginProblem() {
    DatabaseRecord record = requireRecord();
    return starter.loginProblem(volumes.server(record).engineServer(), record.port());
  }

  void resetCredentials() {
    DatabaseRecord record = requireRecord();
    starter.resetLogin(volumes.server(record).engineServer(), record.port());
  }

  void renewCertificate() {
    volumes.server(requireRecord()).process().renewCertificate();
  }

  private DatabaseRecord requireRecord() {
    return folder.record().orElseThrow(() -> DatabaseErrors.recordLost(id));
  }

  /** Returns whether processes may be suspended although no copy is in progress. */
  boolean isStandingStill() {
    return folder.isStandingStill();
  }

  void resume() {
    copier.resume();
  }

  /** Removes the volumes of other generations, and what the generation's volume was made of. */
  void sweep(int generation) {
    try {
      volumes.others(generation).forEach(other -> context.volumes().remove(other.name()));
      if (volumes.has(generation)) {
        snapshots.discardFor(id);
      }
    } catch (RuntimeException e) {
      if (executor.isClosed()) {
        LOG.debug("Interrupted the removal of old volumes of database {}", id, e);
        return;
      }
      LOG.warn("database {}: cannot remove an old volume, will retry at the next start", id, e);
    }
  }

  void remove() {
    folder.markRemoval();
    Optional<DatabaseRecord> record = folder.record();
    RunAs user = record.map(volumes::user).orElse(context.users().shared());
    volumes.all().forEach(volume -> volumes.discard(volume.name(), user));
    snapshots.discardFor(id);
    record.ifPresent(this::releaseResources);
    context.cgroups().remove(id.toString());
    folder.delete();
  }

  /** Kills the user's processes first, since another database may get the same user. */
  private void releaseResources(DatabaseRecord record) {
    volumes.user(record).killAll();
    records.releasePortAndUser(record);
  }
}

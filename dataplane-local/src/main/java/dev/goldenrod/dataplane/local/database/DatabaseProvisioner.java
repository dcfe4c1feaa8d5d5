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
import dev.goldenrod.engine.EngineServer;
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
 * The steps by which one database comes and goes. Each looks at what is there first, so that they
 * can be made again after a kill at any line. One thread at a time.
 */
final class DatabaseProvisioner {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseProvisioner.class);
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(1);
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  private final UUID id;
  private final DatabaseContext context;
  private final DatabaseExecutor executor;
  private final DatabaseFolder folder;
  private final LocalSnapshots snapshots;
  private final RecordKeeper records;
  private final DatabaseVolumes volumes;
  private final ServerLookup servers;
  private final DatabaseStarter starter;
  private final DatabaseCopier copier;

  /**
   * The work on that database.
   *
   * @param executor who does what can be done at the same time
   * @param snapshots that it may begin with
   */
  DatabaseProvisioner(
      UUID id, DatabaseContext context, DatabaseExecutor executor, LocalSnapshots snapshots) {
    this.id = id;
    this.context = context;
    this.executor = executor;
    this.folder = context.folder(id);
    this.snapshots = snapshots;
    this.records = new RecordKeeper(folder, context.ports(), context.users());
    this.volumes = new DatabaseVolumes(id, context, folder, executor, snapshots);
    this.servers = new ServerLookup(id, context, folder, volumes);
    this.starter = new DatabaseStarter(id, context, folder, executor, records, volumes, servers);
    this.copier = new DatabaseCopier(id, context, folder, volumes, servers);
  }

  /**
   * The record of what is wanted, with the database's port and user, kept before anything is made.
   */
  DatabaseRecord save(DatabaseSpec spec) {
    try {
      Optional<DatabaseRecord> kept = records.record();
      if (kept.isPresent() && kept.get().spec().equals(spec)) {
        return kept.get();
      }
      inheritPassword(spec.origin());
      return kept.isPresent() ? changed(kept.get(), kept.get().with(spec)) : recovered(spec);
    } catch (DataPlaneException e) {
      throw WorkFailure.blocked(String.valueOf(e.getMessage()), e);
    }
  }

  /** The volume first: what the record says was done. */
  private DatabaseRecord changed(DatabaseRecord before, DatabaseRecord next) {
    volumes.limit(before, next);
    return records.store(next);
  }

  /** A copy of a database is logged in to as that one is. */
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
   * A database without a record is new, unless a volume or a verified login says otherwise: then
   * its port is what its server was configured with, since clients were told that one.
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
          "its record is gone or damaged, and no volume tells its port; its data is kept, so restore the record from a backup, or delete it");
    }
    return records.storeNew(spec);
  }

  /**
   * Brings the database up: its volume, its server, its password.
   *
   * @param cancelled asked now and then; when it says yes, this returns early
   * @throws WorkFailure when it cannot be done now
   */
  DatabaseStarter.Started start(DatabaseRecord record, BooleanSupplier cancelled) {
    return starter.start(record, cancelled);
  }

  /** What is known of why the server ended by itself; may be empty. */
  String whyEnded() {
    return starter.whyEnded();
  }

  /** The server, and how clients log in to it. */
  DatabaseServer running() {
    DatabaseRecord record = requireRecord();
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    return new DatabaseServer(
        servers.server(record, volume).engineServer(),
        volume.info(),
        record.port(),
        folder.password(),
        context.users().ownerOf(volume.data()));
  }

  /** Stops the database's servers cleanly. */
  void stop(DatabaseRecord record) {
    servers.abortOthers(record);
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DataVolume volume = volumes.whole(name);
      servers.server(record, volume).process().stop(STOP_PATIENCE);
      Processes.endAll(context.users().ownerOf(volume.data()), volume.root(), END_PATIENCE);
    }
    context.cgroups().remove(id.toString());
  }

  /**
   * Makes a volume that has the database's files as they are at one moment.
   *
   * @throws WorkFailure when there is nothing to copy, or it cannot be done now
   */
  void copyTo(String name) {
    copier.copyTo(name);
  }

  /** Has the stopped database answer at that port, which another may still have, from now on. */
  DatabaseRecord moveTo(DatabaseRecord record, int port) {
    return records.moveTo(record, port);
  }

  /** A free port, reserved for {@link #moveAway}. */
  int reservePort() {
    try {
      return context.ports().reserve();
    } catch (DataPlaneException e) {
      throw WorkFailure.blocked(String.valueOf(e.getMessage()), e);
    }
  }

  /** Stops the database, and has it answer at that port from now on; empty when it is gone. */
  Optional<DatabaseRecord> moveAway(int port) {
    Optional<DatabaseRecord> record = records.record();
    record.ifPresent(this::checkpoint);
    record.ifPresent(this::stop);
    return record.map(found -> records.moveTo(found, port));
  }

  /** Makes the stop of the server, during which clients cannot connect, short. */
  private void checkpoint(DatabaseRecord record) {
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DataVolume volume = volumes.whole(name);
      copier.checkpoint(servers.server(record, volume), record);
    }
  }

  /** Notes that the takeover is done. */
  void tookOver(Takeover takeover) {
    records.record().ifPresent(record -> records.store(record.tookOver(takeover)));
  }

  /** The next start lets clients in who were shut out. */
  void requestLogin() {
    folder.markLoginDue();
  }

  /** Whether the database's server runs. */
  boolean isRunning(DatabaseRecord record) {
    String name = volumes.name(record.spec());
    return context.volumes().exists(name)
        && servers.server(record, volumes.whole(name)).process().process().isPresent();
  }

  /** Why no client can log in to the running server; empty when one can. */
  Optional<String> loginProblem() {
    DatabaseRecord record = requireRecord();
    return new DatabaseLogin(folder).problem(engineServer(record), record.port());
  }

  /** Gives the running server another password, and lets in who was shut out. */
  void resetCredentials() {
    DatabaseRecord record = requireRecord();
    new DatabaseLogin(folder).reset(engineServer(record), record.port());
  }

  /** Gives the running server another certificate where its own is not good any more. */
  void renewCertificate() {
    DatabaseRecord record = requireRecord();
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    servers.server(record, volume).process().renewCertificate();
  }

  private DatabaseRecord requireRecord() {
    return records.record().orElseThrow(() -> DatabaseErrors.neverReady(id));
  }

  private EngineServer engineServer(DatabaseRecord record) {
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    return servers.server(record, volume).engineServer();
  }

  /** Whether its processes may stand still, and no copy is made any more. */
  boolean isStandingStill() {
    return folder.isStandingStill();
  }

  /** Lets the servers go on that a killed control plane left standing still. */
  void resume() {
    copier.resume();
  }

  /** Removes the volumes that are no longer in use once that generation is. */
  void sweep(int generation) {
    try {
      volumes.others(generation).forEach(other -> context.volumes().remove(other.name()));
      snapshots.discardFor(id);
    } catch (RuntimeException e) {
      if (executor.isClosed()) {
        LOG.debug("database {}: closed before a former volume was removed", id, e);
        return;
      }
      LOG.warn("database {}: a former volume stays until the next start", id, e);
    }
  }

  /** Removes everything the database has. */
  void remove() {
    folder.markRemoval();
    Optional<DatabaseRecord> record = records.record();
    RunAs user = record.map(volumes::user).orElse(context.users().shared());
    for (DatabaseVolume volume : volumes.all()) {
      if (!context.volumes().isDamaged(volume.name())) {
        Processes.endAll(user, context.volumes().path(volume.name()), END_PATIENCE);
        context.users().killOwner(new DataVolume(context.volumes().path(volume.name())).data());
      }
      context.volumes().remove(volume.name());
    }
    snapshots.discardFor(id);
    record.ifPresent(this::giveBack);
    context.cgroups().remove(id.toString());
    folder.delete();
  }

  /** Another database may get the user, so nothing of that user may be left. */
  private void giveBack(DatabaseRecord record) {
    volumes.user(record).killAll();
    records.giveBack(record);
  }
}

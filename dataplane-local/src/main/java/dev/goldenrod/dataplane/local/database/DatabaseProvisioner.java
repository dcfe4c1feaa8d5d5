package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.process.Ports;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Standstill;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.server.DatabaseServers.DatabaseServer;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
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
  private final DatabaseFolder folder;
  private final DatabaseExecutor executor;
  private final LocalSnapshots snapshots;
  private final RecordKeeper records;
  private final DatabaseVolumes volumes;
  private volatile long oomKills;

  /**
   * A server that is up.
   *
   * @param message which limits of the database nothing enforces; may be empty
   */
  record Started(ProcessHandle process, String message) {}

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
    this.folder = context.folder(id);
    this.executor = executor;
    this.snapshots = snapshots;
    this.records = new RecordKeeper(folder, context.ports());
    this.volumes = new DatabaseVolumes(id, context, folder, executor, snapshots);
  }

  /** The record of what is wanted, with the database's port, kept before anything is made. */
  DatabaseRecord save(DatabaseSpec spec) {
    try {
      Optional<DatabaseRecord> kept = records.record();
      if (kept.isPresent() && kept.get().spec().equals(spec)) {
        return kept.get();
      }
      inheritPassword(spec.origin());
      return kept.isPresent() ? records.store(kept.get().with(spec)) : recovered(spec);
    } catch (DataPlaneException e) {
      throw DatabaseException.blocked(String.valueOf(e.getMessage()), e);
    }
  }

  /** A copy of a database is logged in to as that one is. */
  private void inheritPassword(Origin origin) {
    if (folder.hasPassword()) {
      return;
    }
    if (origin instanceof Origin.Snapshot taken) {
      folder.inheritPassword(snapshots.password(taken.id()));
    } else if (origin instanceof Origin.Database other) {
      folder.inheritPassword(context.folder(other.id()).password());
    }
  }

  /**
   * A database without a record is new, unless a volume or an admission says otherwise: then its
   * port is what its server was configured with, since clients were told that one.
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
      throw DatabaseException.blocked(
          "its record is gone or damaged, and no volume tells its port; its data is kept, so restore the record from a backup, or destroy the instance",
          null);
    }
    return records.storeNew(spec);
  }

  /**
   * Brings the database up: its volume, its server, its password.
   *
   * @param cancelled asked now and then; when it says yes, this returns early
   * @throws DatabaseException when it cannot be done now
   */
  Started start(DatabaseRecord record, BooleanSupplier cancelled) {
    DatabaseSpec spec = record.spec();
    // The disk takes as long for this as all the rest, and it has to be done before READY only.
    Future<?> durable = executor.submit(folder::sync);
    abortOthers(record);
    DataVolume volume = volumes.ensure(record);
    DatabaseServer server = server(record, volume);
    boolean isNew = volumes.isNew(spec);
    try {
      return executor.starting(() -> ensureLogin(record, server, isNew, durable, cancelled));
    } catch (DataPlaneException e) {
      throw DatabaseErrors.isPortTaken(e)
          ? portTaken(record, e)
          : DatabaseErrors.ofStart(record, volume.root(), isNew, context.volumes(), e);
    }
  }

  /** The server, and how clients log in to it. */
  RunningServer running() {
    DatabaseRecord record = records.record().orElseThrow(() -> DatabaseErrors.neverReady(id));
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    return new RunningServer(
        server(record, volume).engine(),
        volume.info(),
        record.port(),
        folder.password(),
        context.users().ownerOf(volume.data()));
  }

  /** Stops the database's servers cleanly. */
  void stop(DatabaseRecord record) {
    abortOthers(record);
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DataVolume volume = DataVolume.of(context.volumes(), name);
      server(record, volume).process().stop(STOP_PATIENCE);
      Processes.endAll(context.users().ownerOf(volume.data()), volume.root(), END_PATIENCE);
    }
    context.cgroups().remove(id.toString());
  }

  /**
   * Makes a volume that has the database's files as they are at one moment.
   *
   * @throws DatabaseException when there is nothing to copy, or it cannot be done now
   */
  void copyTo(String name) {
    DatabaseRecord record =
        folder
            .record()
            .filter(kept -> !volumes.isNew(kept.spec()))
            .orElseThrow(() -> DatabaseErrors.neverReady(id));
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    DatabaseServer server = server(record, volume);
    DatabaseErrors.requireSpace(context.volumes());
    Future<?> facts =
        executor.submit(() -> new SnapshotFacts(folder.password(), volume.size()).write(volume));
    if (server.process().process().isPresent()) {
      prepareCopy(server.engine(), record.port());
    }
    executor.await(facts);
    // Also without a server: its user decides whether it can be found, and may have others.
    folder.markStandstill();
    try {
      server
          .process()
          .standingStill(() -> context.volumes().copy(volumes.name(record.spec()), name));
      folder.unmarkStandstill();
    } finally {
      resume();
    }
  }

  /** The copy recovers what was not written out. */
  private void prepareCopy(EngineServer engine, int port) {
    try {
      engine.prepareCopy(port);
    } catch (DataPlaneException e) {
      LOG.debug("database {}: a copy starts more slowly", id, e);
    }
  }

  /** Has the stopped database answer at that port, which another may still have, from now on. */
  DatabaseRecord moveTo(DatabaseRecord record, int port) {
    return records.moveTo(record, port);
  }

  /** Stops the database, and has it answer at a new port from now on; empty when it is gone. */
  Optional<DatabaseRecord> moveAway() {
    Optional<DatabaseRecord> record = records.record();
    record.ifPresent(this::prepareStop);
    record.ifPresent(this::stop);
    return record.map(records::moveAway);
  }

  /** Has a stop of the server, while which clients reach nobody, find little to do. */
  private void prepareStop(DatabaseRecord record) {
    String name = volumes.name(record.spec());
    if (context.volumes().exists(name)) {
      DatabaseServer server = server(record, DataVolume.of(context.volumes(), name));
      if (server.process().process().isPresent()) {
        prepareCopy(server.engine(), record.port());
      }
    }
  }

  /** Notes that the takeover is done. */
  void tookOver(Takeover takeover) {
    records.record().ifPresent(record -> records.store(record.tookOver(takeover)));
  }

  /** Lets the servers go on that a killed control plane left standing still. */
  void resume() {
    if (folder.isStandingStill()) {
      for (DatabaseVolume volume : volumes.all()) {
        Path root = context.volumes().path(volume.name());
        Standstill.end(context.users().ownerOf(new DataVolume(root).data()), root);
      }
      folder.unmarkStandstill();
    }
  }

  /** Removes the volumes that are no longer in use once that generation is. */
  void sweep(int generation) {
    volumes.others(generation).forEach(other -> context.volumes().remove(other.name()));
    snapshots.discardFor(id);
  }

  /** Removes everything the database has. */
  void remove() {
    folder.markRemoval();
    Optional<DatabaseRecord> record = records.record();
    RunAs user = record.map(volumes::user).orElse(context.users().shared());
    for (DatabaseVolume volume : volumes.all()) {
      Processes.endAll(user, context.volumes().path(volume.name()), END_PATIENCE);
      context.volumes().remove(volume.name());
    }
    snapshots.discardFor(id);
    record.ifPresent(this::giveBack);
    context.cgroups().remove(id.toString());
    folder.delete();
  }

  /** The next owner of its ports has the same user, so nothing of that user may be left. */
  private void giveBack(DatabaseRecord record) {
    volumes.user(record).killAll();
    records.giveBack(record);
  }

  private Started ensureLogin(
      DatabaseRecord record,
      DatabaseServer server,
      boolean isNew,
      Future<?> durable,
      BooleanSupplier cancelled) {
    if (server.process().process().isEmpty()
        && !Ports.isFree(context.servers().addresses(), record.port())) {
      throw portTaken(record, null);
    }
    Confinement confinement =
        new Confinement(
            id, record.spec().resources(), volumes.name(record.spec()), context, executor);
    String password = folder.password();
    Future<?> prepared =
        isNew
            ? executor.submit(() -> server.engine().prepareLogin(password))
            : CompletableFuture.completedFuture(null);
    ProcessHandle process = startConfined(server, confinement, cancelled);
    if (!cancelled.getAsBoolean()) {
      executor.await(prepared);
      Runnable keepLogin = server.engine().ensureLogin(record.port(), password, isNew);
      executor.await(durable);
      if (isNew) {
        folder.save(new VerifiedLogin(record.spec().generation(), server.engine().login()));
        executor.submit(() -> context.volumes().served(volumes.name(record.spec())));
      }
      executor.submit(keepLogin);
    }
    return new Started(process, confinement.await());
  }

  /** Nothing goes on in the background when this has failed. */
  private ProcessHandle startConfined(
      DatabaseServer server, Confinement confinement, BooleanSupplier cancelled) {
    oomKills = context.cgroups().oomKills(id.toString());
    try {
      return server.process().start(confinement::begin, cancelled);
    } finally {
      confinement.await();
    }
  }

  /** What is known of why the server ended by itself; may be empty. */
  String whyEnded() {
    return context.cgroups().oomKills(id.toString()) > oomKills
        ? ": the system killed processes of it, since together they needed more than its memory"
        : "";
  }

  /** As long as nobody was told the port, another one does as well. */
  private DatabaseException portTaken(DatabaseRecord record, @Nullable DataPlaneException cause) {
    DatabaseException trouble = DatabaseErrors.portTaken(record.port(), cause);
    if (folder.verifiedLogin().isPresent()) {
      return trouble;
    }
    records.replacePort(record);
    return DatabaseException.crashed(trouble.message(), cause);
  }

  private DatabaseServer server(DatabaseRecord record, DataVolume volume) {
    DatabaseSpec spec = record.spec();
    try {
      return context
          .servers()
          .server(
              new DatabaseServers.Place(
                  "goldenrod-" + id, volume, folder.log(), record.port(), spec.resources()));
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofEngine(spec, e);
    }
  }

  private void abortOthers(DatabaseRecord record) {
    for (DatabaseVolume other : volumes.others(record.spec().generation())) {
      DataVolume volume = DataVolume.of(context.volumes(), other.name());
      try {
        server(record, volume).process().abort();
      } catch (DatabaseException e) {
        // Its engine may be gone from the machine while the server still runs.
        Processes.endAll(volume.root(), END_PATIENCE);
      }
    }
  }
}

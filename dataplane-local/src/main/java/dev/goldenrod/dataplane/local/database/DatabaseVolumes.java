package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;

/** The volumes of one database, one for each generation that is or was wanted. One thread. */
final class DatabaseVolumes {
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  private final UUID id;
  private final DatabaseContext context;
  private final DatabaseFolder folder;
  private final DatabaseExecutor executor;
  private final LocalSnapshots snapshots;

  DatabaseVolumes(
      UUID id,
      DatabaseContext context,
      DatabaseFolder folder,
      DatabaseExecutor executor,
      LocalSnapshots snapshots) {
    this.id = id;
    this.context = context;
    this.folder = folder;
    this.executor = executor;
    this.snapshots = snapshots;
  }

  /**
   * The volume of the record's generation, made if it is not there.
   *
   * @throws WorkFailure when it was lost, or cannot be made now
   */
  DataVolume ensure(DatabaseRecord record) {
    DatabaseSpec spec = record.spec();
    String name = name(spec);
    RunAs user = user(record);
    if (context.volumes().exists(name)) {
      return owned(name, user);
    }
    if (hadClients(spec)) {
      throw DatabaseErrors.lost(name);
    }
    try {
      DatabaseErrors.requireSpace(context.volumes());
      // What a former generation left running must not reach the new one.
      Future<?> killed = executor.submit(user::killAll);
      String origin = ensureOriginVolume(spec.origin());
      executor.await(killed);
      context.volumes().clone(origin, name, user, spec.resources().storageMib());
      return DataVolume.of(context.volumes(), name);
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofVolume(spec, context.volumes(), e);
    }
  }

  /** Waits until a new volume is on the disk, unless its database is never to wait for that. */
  void force(DatabaseSpec spec) {
    if (!hadClients(spec) && !context.isVolatile(spec)) {
      context.volumes().force(name(spec));
    }
  }

  /** Has the volume hold as much as the record says from now on; one that is to be made will. */
  void limit(DatabaseRecord before, DatabaseRecord next) {
    int mib = next.spec().resources().storageMib();
    String name = name(next.spec());
    if (mib != before.spec().resources().storageMib()
        && before.spec().generation() == next.spec().generation()
        && context.volumes().exists(name)) {
      context.volumes().limit(name, mib);
    }
  }

  /** The volume to copy; for a branch the parent stands still until a snapshot of it is there. */
  private String ensureOriginVolume(Origin origin) {
    return origin.match(
        blank -> context.origins().ofBlank(blank.type(), blank.release()),
        made -> context.origins().ofVersion(made.version()),
        snapshot -> snapshots.volumeOf(snapshot.id()),
        database -> snapshots.takeFor(id, database.id()));
  }

  /** A database that never ran may have been made as another user than its record names. */
  private DataVolume owned(String name, RunAs user) {
    DataVolume volume = whole(name);
    if (folder.verifiedLogin().isEmpty() && !user.owns(volume.data())) {
      Processes.endAll(volume.root(), END_PATIENCE);
      context.volumes().give(name, user);
    }
    return volume;
  }

  /**
   * The volume of that name.
   *
   * @throws WorkFailure when it is damaged
   */
  DataVolume whole(String name) {
    try {
      return DataVolume.of(context.volumes(), name);
    } catch (DataPlaneException damaged) {
      throw WorkFailure.blocked(String.valueOf(damaged.getMessage()), damaged);
    }
  }

  /** Who owns the data. */
  RunAs user(DatabaseRecord record) {
    return context.users().numbered(record.user());
  }

  /** All that there are. */
  List<DatabaseVolume> all() {
    return others(-1);
  }

  /** Those of other generations. */
  List<DatabaseVolume> others(int generation) {
    return context.volumes().list().stream()
        .flatMap(name -> DatabaseVolume.parse(name).stream())
        .filter(volume -> volume.id().equals(id) && volume.generation() != generation)
        .toList();
  }

  /** The name of the volume that the spec wants. */
  String name(DatabaseSpec spec) {
    return new DatabaseVolume(id, spec.generation()).name();
  }

  /** Whether clients could ever log in to that generation. */
  boolean hadClients(DatabaseSpec spec) {
    return folder
        .verifiedLogin()
        .filter(login -> login.generation() == spec.generation())
        .isPresent();
  }
}

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
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerLocation;
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerOnVolume;
import dev.goldenrod.dataplane.local.server.ServerCertificate;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.DatabaseTls.StoredCertificate;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The volumes of one database, one per generation, and the servers on them, running or not. Not
 * thread-safe.
 */
record DatabaseVolumes(
    UUID id,
    DatabaseContext context,
    DatabaseFolder folder,
    DatabaseExecutor executor,
    LocalSnapshots snapshots) {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseVolumes.class);
  static final Duration END_PATIENCE = Duration.ofSeconds(10);

  /**
   * Returns the volume of the record's generation, which is created if it is missing.
   *
   * @throws WorkFailure if the volume was lost, or cannot be created now
   */
  DataVolume ensure(DatabaseRecord record) {
    DatabaseSpec spec = record.spec();
    String name = name(spec);
    RunAs user = user(record);
    discardUnflushed(record);
    if (context.volumes().exists(name)) {
      return owned(name, user);
    }
    if (hadClients(spec)) {
      throw DatabaseErrors.lost(name);
    }
    try {
      DatabaseErrors.requireSpace(context.volumes());
      // Processes of an earlier generation must not reach the new volume.
      Future<?> killed = executor.submit(user::killAll);
      String origin = ensureOriginVolume(spec.origin());
      executor.await(killed);
      context.volumes().clone(origin, name, user, spec.resources().storageMib());
      return DataVolume.of(context.volumes(), name);
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofVolume(spec, context.volumes(), e);
    }
  }

  /**
   * Removes the record's volume if its flush to disk was interrupted or failed, which may have
   * damaged it. The database was not ready, so no client has written to the volume.
   */
  void discardUnflushed(DatabaseRecord record) {
    String name = name(record.spec());
    if (!hadClients(record.spec())
        && context.volumes().exists(name)
        && context.volumes().isUnflushed(name)) {
      LOG.info("Removing volume '{}': it was not flushed to disk, and no client has used it", name);
      discard(name, user(record));
    }
  }

  /** Ends the processes that use the volume, and removes it. */
  void discard(String name, RunAs user) {
    if (!context.volumes().isDamaged(name)) {
      Path root = context.volumes().path(name);
      Processes.endAll(user, root, END_PATIENCE);
      context.users().killOwner(new DataVolume(root).data());
    }
    context.volumes().remove(name);
  }

  /** Flushes a new volume to disk. */
  void force(DatabaseSpec spec) {
    if (!hadClients(spec)) {
      context.volumes().force(name(spec));
    }
  }

  /** Returns the path of a file in the data directory of a volume that no process uses. */
  Path writable(DatabaseSpec spec, String file) {
    return context.volumes().writable(name(spec), file);
  }

  /** Changes the size limit of the existing volume; a new one is created with its limit. */
  void limit(DatabaseRecord before, DatabaseRecord next) {
    int mib = next.spec().resources().storageMib();
    String name = name(next.spec());
    if (mib != before.spec().resources().storageMib()
        && before.spec().generation() == next.spec().generation()
        && context.volumes().exists(name)) {
      context.volumes().limit(name, mib);
    }
  }

  /** Returns the volume to clone. For a branch, takes a snapshot of the parent first. */
  private String ensureOriginVolume(Origin origin) {
    return origin.match(
        blank -> context.origins().ofBlank(blank.type(), blank.release()),
        made -> context.origins().ofVersion(made.version()),
        snapshot -> snapshots.volumeOf(snapshot.id()),
        database -> snapshots.takeFor(id, database.id()));
  }

  /** Corrects the owner of a database that never ran: its record may name another user by now. */
  private DataVolume owned(String name, RunAs user) {
    DataVolume volume = requireUndamaged(name);
    if (folder.verifiedLogin().isEmpty() && !user.owns(volume.data())) {
      Processes.endAll(volume.root(), END_PATIENCE);
      context.volumes().changeOwner(name, user);
    }
    return volume;
  }

  DataVolume requireUndamaged(String name) {
    try {
      return DataVolume.of(context.volumes(), name);
    } catch (DataPlaneException damaged) {
      throw WorkFailure.blocked(String.valueOf(damaged.getMessage()), damaged);
    }
  }

  RunAs user(DatabaseRecord record) {
    return context.users().numbered(record.user());
  }

  boolean has(int generation) {
    return all().stream().anyMatch(volume -> volume.generation() == generation);
  }

  List<DatabaseVolume> all() {
    return others(-1);
  }

  /** Returns the volumes of other generations. */
  List<DatabaseVolume> others(int generation) {
    return context.volumes().list().stream()
        .flatMap(name -> DatabaseVolume.parse(name).stream())
        .filter(volume -> volume.id().equals(id) && volume.generation() != generation)
        .toList();
  }

  String name(DatabaseSpec spec) {
    return new DatabaseVolume(id, spec.generation()).name();
  }

  /** Returns whether clients could ever log in to that generation. */
  boolean hadClients(DatabaseSpec spec) {
    return folder
        .verifiedLogin()
        .filter(login -> login.generation() == spec.generation())
        .isPresent();
  }

  /**
   * Returns the server to start on the volume; a running one keeps its TLS mode.
   *
   * @throws WorkFailure if the engine is not installed
   */
  ServerOnVolume serverToStart(DatabaseRecord record, DataVolume volume) {
    ServerOnVolume server = server(record, volume);
    Optional<String> wanted = context.tls().map(DatabaseTls::sslMode);
    if (folder.sslMode().equals(wanted) || server.process().process().isPresent()) {
      return server;
    }
    folder.noteSslMode(wanted);
    return server(record, volume);
  }

  ServerOnVolume server(DatabaseRecord record) {
    return server(record, DataVolume.of(context.volumes(), name(record.spec())));
  }

  /** Returns the server as it was started. Changes nothing. */
  ServerOnVolume server(DatabaseRecord record, DataVolume volume) {
    ServerLocation location =
        new ServerLocation(
            "goldenrod-" + id,
            volume,
            folder.log(),
            record.port(),
            record.spec().resources(),
            certificate());
    try {
      return context.isVolatile(record.spec())
          ? context.servers().volatileServer(location)
          : context.servers().server(location);
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofEngine(record.spec(), e);
    }
  }

  private Optional<ServerCertificate> certificate() {
    return folder.sslMode().map(mode -> new ServerCertificate(tls(mode), folder));
  }

  /** Returns the certificates of a server that was started with TLS, even if TLS is off by now. */
  private DatabaseTls tls(String mode) {
    return context
        .tls()
        .orElseGet(() -> new StoredCertificate(mode, folder.tlsIdentity().orElse("")));
  }

  /** Kills the servers of other generations. A damaged volume cannot be used, so it has none. */
  void abortOthers(DatabaseRecord record) {
    others(record.spec().generation()).stream()
        .map(DatabaseVolume::name)
        .filter(other -> !context.volumes().isDamaged(other))
        .forEach(other -> abort(record, DataVolume.of(context.volumes(), other)));
  }

  private void abort(DatabaseRecord record, DataVolume volume) {
    try {
      server(record, volume).process().abort();
    } catch (WorkFailure e) {
      // The engine may have been uninstalled while its server is still running.
      Processes.endAll(volume.root(), END_PATIENCE);
    }
  }
}

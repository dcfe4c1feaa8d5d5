package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.RecentEntries;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.process.Standstill;
import dev.goldenrod.dataplane.local.process.Standstill.NoStandstillException;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerOnVolume;
import dev.goldenrod.dataplane.local.snapshot.SnapshotFacts;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes consistent copies of a database's files by suspending its processes. Not thread-safe. */
final class DatabaseCopier {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseCopier.class);

  private final UUID id;
  private final DatabaseContext context;
  private final DatabaseFolder folder;
  private final DatabaseVolumes volumes;
  private final StandstillTries standstills = new StandstillTries();

  DatabaseCopier(UUID id, DatabaseContext context, DatabaseFolder folder, DatabaseVolumes volumes) {
    this.id = id;
    this.context = context;
    this.folder = folder;
    this.volumes = volumes;
  }

  /**
   * @throws WorkFailure if there is nothing to copy, or the copy is impossible now
   */
  void copyTo(String name) {
    DatabaseRecord record =
        folder
            .record()
            .filter(found -> volumes.hadClients(found.spec()))
            .orElseThrow(() -> DatabaseErrors.neverReady(id));
    DataVolume volume = DataVolume.of(context.volumes(), volumes.name(record.spec()));
    ServerOnVolume server = volumes.server(record, volume);
    long size = context.volumes().size(volumes.name(record.spec()));
    DatabaseSpec spec = record.spec();
    new SnapshotFacts(folder.password(), size, spec.name(), spec.resources()).write(volume);
    DatabaseErrors.requireSpace(context.volumes());
    if (server.process().process().isPresent()) {
      server.engineServer().writeOut(record.port());
    }
    boolean isRunning = server.process().process().isPresent();
    if (isRunning) {
      standstills.requireTry(name);
    }
    // The standstill is marked even if no server is found: it is looked up by its user, which may
    // run other processes.
    folder.markStandstill();
    try {
      context
          .volumes()
          .copy(
              volumes.name(record.spec()),
              name,
              copying -> standingStill(server, isRunning, copying));
    } catch (DataPlaneException e) {
      throw e.getCause() instanceof NoStandstillException cause
          ? standstills.failed(name, cause)
          : e;
    } finally {
      resume();
    }
  }

  private void standingStill(ServerOnVolume server, boolean isRunning, Runnable copying) {
    long begun = System.nanoTime();
    server.process().standingStill(copying);
    if (isRunning) {
      context.standstills().ended(begun);
    }
  }

  /** Makes a running server checkpoint, so that a stop takes less time. */
  void checkpoint(ServerOnVolume server, DatabaseRecord record) {
    if (server.process().process().isEmpty()) {
      return;
    }
    try {
      server.engineServer().checkpoint(record.port());
    } catch (DataPlaneException e) {
      LOG.debug("Checkpoint of database {} failed, its next start recovers more", id, e);
    }
  }

  /** Resumes processes that a killed control plane left suspended; called again if that fails. */
  void resume() {
    if (folder.isStandingStill()) {
      for (DatabaseVolume volume : volumes.all()) {
        Path root = context.volumes().path(volume.name());
        Standstill.end(context.users().ownerOf(new DataVolume(root).data()), root);
      }
      folder.unmarkStandstill();
    }
  }

  /**
   * Counts the failed attempts to suspend a database for a copy, and gives up after two: each
   * attempt blocks clients for seconds, and a third would fail, too. Not thread-safe.
   */
  static final class StandstillTries {
    private static final int MOST = 2;
    private static final int MOST_COPIES = 1000;

    private record Failed(int tries, String why) {}

    private final Map<String, Failed> failed = new RecentEntries<>(MOST_COPIES);

    void requireTry(String copy) {
      Failed before = failed.get(copy);
      if (before != null && before.tries() >= MOST) {
        throw givenUp(before.why(), null);
      }
    }

    WorkFailure failed(String copy, RuntimeException cause) {
      String why = String.valueOf(cause.getMessage());
      Failed now =
          failed.merge(copy, new Failed(1, why), (old, one) -> new Failed(old.tries() + 1, why));
      return now.tries() < MOST
          ? WorkFailure.blocked(why + "; this will be retried once", cause)
          : givenUp(why, cause);
    }

    private static WorkFailure givenUp(String why, @Nullable RuntimeException cause) {
      return WorkFailure.failed(
          "gave up after %d tries: %s; delete the copy and create it again when the cause is gone, or stop the database first"
              .formatted(MOST, why),
          cause);
    }
  }
}

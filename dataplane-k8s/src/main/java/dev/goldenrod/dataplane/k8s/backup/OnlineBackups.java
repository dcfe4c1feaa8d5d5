package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of databases whose driver takes longer for a snapshot than writes can be suspended. The
 * engine is in backup mode meanwhile, and a volume restored from the snapshot gets what it has
 * written since. All state of a backup is in the cluster and in the server's pod, so that any
 * server can repeat each step. Thread-safe.
 */
public final class OnlineBackups {
  private static final Logger LOG = LoggerFactory.getLogger(OnlineBackups.class);

  private final ClusterApi cluster;
  private final Supplier<StorageClasses> classes;
  private final Function<String, EnginePod> pods;
  private final Duration pollInterval;

  /**
   * @param pollInterval interval at which a server in backup mode is polled
   */
  public OnlineBackups(
      ClusterApi cluster,
      Supplier<StorageClasses> classes,
      Function<String, EnginePod> pods,
      Duration pollInterval) {
    this.cluster = cluster;
    this.classes = classes;
    this.pods = pods;
    this.pollInterval = pollInterval;
  }

  /** Returns whether the cache shows a backup for the copy of that name. */
  public boolean isBegun(String copy) {
    return objects(copy).areKnown();
  }

  /**
   * Ensures a copy of the database as of some moment after the first call.
   *
   * @return the claim of the copy's volume, to which no server writes
   * @throws WorkFailure if the copy cannot be made now; the next call continues if the server's
   *     session still exists
   */
  public String ensure(BackupSource source, ClusterWait waiting) {
    BackupObjects objects = objects(source.name());
    BackupStarter starter = new BackupStarter(objects, classes.get(), source, waiting);
    DynamicKubernetesObject snapshot =
        objects.snapshot().filter(starter::isUsable).orElseGet(starter::startAnew);
    BackupSession session = BackupStarter.session(snapshot, pods).orElseThrow();
    BackupVolume volume =
        new BackupVolume(objects, classes.get(), pods.apply(objects.name()), source);
    if (!volume.isComplete(session.id())) {
      new BackupSteps(objects, snapshot, session, volume, source, waiting, pollInterval).run();
    }
    return objects.name();
  }

  /** Removes the objects of that copy; without effect when there are none. */
  public void remove(String copy) {
    BackupObjects objects = objects(copy);
    if (objects.areKnown()) {
      objects.remove();
    }
  }

  /** Ends the backups for a removed database or snapshot. An unreachable session ends by itself. */
  public void abandon(UUID owner) {
    cluster.snapshots().cache().list(Labels.BACKUP, owner.toString()).stream()
        .flatMap(snapshot -> BackupStarter.session(snapshot, pods).stream())
        .forEach(OnlineBackups::close);
  }

  private static void close(BackupSession session) {
    try {
      session.close();
    } catch (DataPlaneException e) {
      LOG.debug("Cannot close backup {}, it will time out", session.id(), e);
    }
  }

  private BackupObjects objects(String copy) {
    return new BackupObjects(cluster, copy + "-backup");
  }
}

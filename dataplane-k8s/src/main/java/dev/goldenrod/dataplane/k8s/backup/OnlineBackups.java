package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies databases whose driver takes longer for a snapshot than they can stand still: the engine
 * is in backup mode meanwhile, and a volume made of the snapshot gets what it has written since.
 * All that is known of a backup is in the cluster and in the server's pod, so that each step can be
 * done again, by another server too. Thread-safe.
 */
public final class OnlineBackups {
  private static final Logger LOG = LoggerFactory.getLogger(OnlineBackups.class);

  private final ClusterApi cluster;
  private final Supplier<StorageClasses> classes;
  private final Function<String, EnginePod> pods;
  private final Duration betweenLooks;

  /**
   * Backups in that cluster.
   *
   * @param classes by what volumes are made; asked anew each time
   * @param pods reaches into a pod by its name
   * @param betweenLooks how often a server in backup mode is asked how it stands
   */
  public OnlineBackups(
      ClusterApi cluster,
      Supplier<StorageClasses> classes,
      Function<String, EnginePod> pods,
      Duration betweenLooks) {
    this.cluster = cluster;
    this.classes = classes;
    this.pods = pods;
    this.betweenLooks = betweenLooks;
  }

  /** Whether one was begun for the copy of that name, by the last news. */
  public boolean isBegun(String copy) {
    return objects(copy).areKnown();
  }

  /**
   * Ensures a copy of the database as it is at a moment after the first call.
   *
   * @return the claim of the volume that has it, to which no server writes
   * @throws WorkFailure when it cannot be made now; the next call goes on with what was begun, if
   *     its session in the server is still there
   */
  public String ensure(BackupSource source, Waiting waiting) {
    BackupObjects objects = objects(source.name());
    BackupBegin begin = new BackupBegin(objects, classes.get(), source, waiting);
    DynamicKubernetesObject snapshot =
        objects.snapshot().filter(begin::isUsable).orElseGet(begin::anew);
    BackupSession session = BackupBegin.session(snapshot, pods).orElseThrow();
    BackupVolume volume =
        new BackupVolume(objects, classes.get(), pods.apply(objects.name()), source);
    if (!volume.isComplete(session.id())) {
      new BackupSteps(objects, snapshot, session, volume, source, waiting, betweenLooks).run();
    }
    return objects.name();
  }

  /** Removes what the copy of that name was made with; without effect when there is nothing. */
  public void remove(String copy) {
    BackupObjects objects = objects(copy);
    if (objects.areKnown()) {
      objects.remove();
    }
  }

  /**
   * Ends the backups for the copies of that database or snapshot, which is removed with all its
   * objects. One that cannot be reached ends by itself.
   */
  public void abandon(UUID owner) {
    cluster.snapshots().cache().list(Labels.BACKUP, owner.toString()).stream()
        .flatMap(snapshot -> BackupBegin.session(snapshot, pods).stream())
        .forEach(OnlineBackups::close);
  }

  private static void close(BackupSession session) {
    try {
      session.close();
    } catch (DataPlaneException e) {
      LOG.debug("backup {} ends by itself", session.id(), e);
    }
  }

  private BackupObjects objects(String copy) {
    return new BackupObjects(cluster, copy + "-backup");
  }
}

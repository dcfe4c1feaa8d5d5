package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi.Watched;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.ServerScript;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.Trouble;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes snapshots of databases' volumes. While the driver cuts one, all processes of the server
 * stand still: the copy is of one moment with every driver, also with one that copies file by file.
 */
final class VolumeCopier {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeCopier.class);

  /** That the snapshot was cut while the server stood still. */
  private static final String CONSISTENT = "goldenrod.dev/consistent";

  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(30);
  private static final Duration ABANDONED_AFTER = LONGEST_STANDSTILL.plusSeconds(30);

  private final DatabaseContext context;
  private final DatabaseServers servers;
  private final Pods pods;
  private final Watched<DynamicKubernetesObject> snapshots;
  private final Map<UUID, ReentrantLock> locks = new ConcurrentHashMap<>();

  VolumeCopier(DatabaseContext context, DatabaseServers servers) {
    this.context = context;
    this.servers = servers;
    this.pods = new Pods(context.cluster());
    this.snapshots = context.cluster().snapshots();
  }

  /**
   * Ensures a snapshot of the database as it is at a moment after the first call.
   *
   * @param metadata of the VolumeSnapshot
   * @throws Trouble when it cannot be taken now
   */
  void ensure(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    String name = Objects.requireNonNull(metadata.getName());
    ReentrantLock lock = locks.computeIfAbsent(database.id(), id -> new ReentrantLock());
    lock.lock();
    try {
      if (isTaken(name)) {
        return;
      }
      Optional<String> unfinished = snapshots.api().get(name).map(VolumeCopier::uid);
      if (unfinished.isPresent()) {
        awaitOther(name, unfinished.get(), waiting);
      }
      if (!isTaken(name)) {
        take(database, metadata, waiting);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isTaken(String name) {
    return snapshots
        .api()
        .get(name)
        .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
        .flatMap(found -> Annotations.of(found, CONSISTENT))
        .isPresent();
  }

  /** Another server may be at it; when it was killed, what it began has no moment to speak of. */
  private void awaitOther(String name, String uid, Waiting waiting) {
    boolean taken = waiting.until(() -> isTaken(name), ABANDONED_AFTER);
    if (!taken) {
      snapshots.api().delete(name, uid);
      if (!waiting.until(() -> snapshots.api().get(name).isEmpty(), ABANDONED_AFTER)) {
        throw Trouble.passing("the unfinished VolumeSnapshot %s does not go away".formatted(name));
      }
    }
  }

  private void take(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    Optional<V1Pod> running = pods.running(database.names(), database.generation());
    if (database.isToRun() && running.isPresent()) {
      takeOfRunning(database, running.get(), metadata, waiting);
    } else if (context.cluster().pods().api().get(database.names().pod()).isPresent()) {
      throw Trouble.passing("its server is starting or stopping; it is copied when that is over");
    } else {
      cut(database, metadata, waiting);
    }
  }

  private void takeOfRunning(
      DatabaseRoot database, V1Pod pod, V1ObjectMeta metadata, Waiting waiting) {
    writeOut(database);
    String name = database.names().pod();
    long begun = System.nanoTime();
    DynamicKubernetesObject made;
    try {
      standstill(name, "stop", Long.toString(LONGEST_STANDSTILL.toSeconds()));
      made = cutOnly(database, metadata, waiting);
    } finally {
      standstill(name, "continue");
    }
    boolean stood =
        System.nanoTime() - begun < LONGEST_STANDSTILL.toNanos()
            && Pods.run(pod)
                .equals(pods.running(database.names(), database.generation()).flatMap(Pods::run));
    if (!stood) {
      discard(made);
      throw Trouble.passing("its server did not stand still until the snapshot was cut");
    }
    mark(made);
  }

  private void cut(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    mark(cutOnly(database, metadata, waiting));
  }

  private void mark(DynamicKubernetesObject made) {
    snapshots
        .api()
        .merge(
            Objects.requireNonNull(made.getMetadata().getName()),
            Annotations.patch(Map.of(CONSISTENT, "true")));
  }

  private void discard(DynamicKubernetesObject made) {
    snapshots.api().delete(Objects.requireNonNull(made.getMetadata().getName()), uid(made));
  }

  private static String uid(DynamicKubernetesObject made) {
    return Objects.requireNonNull(made.getMetadata().getUid());
  }

  private void writeOut(DatabaseRoot database) {
    EngineServer server = servers.of(database);
    try (PodTunnel tunnel = servers.tunnel(database)) {
      server.flush(tunnel.port());
      prepareCopy(database, server, tunnel);
    }
  }

  /** So that a server on the copy has little to recover. */
  private static void prepareCopy(DatabaseRoot database, EngineServer server, PodTunnel tunnel) {
    try {
      server.prepareCopy(tunnel.port());
    } catch (DataPlaneException e) {
      LOG.debug("{} is copied as it is", database.names().root(), e);
    }
  }

  private void standstill(String pod, String... arguments) {
    String script = PodLayout.CONFIGURATION.resolve(ServerScript.STANDSTILL).toString();
    List<String> command =
        Stream.concat(Stream.of("/bin/sh", script), Arrays.stream(arguments)).toList();
    context.pods().apply(pod).output(command);
  }

  /** The snapshot, whose moment is over. */
  private DynamicKubernetesObject cutOnly(
      DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    String claim = database.names().ofGeneration(database.generation());
    DynamicKubernetesObject made =
        snapshots
            .api()
            .apply(
                SnapshotManifests.ofClaim(
                    metadata, claim, context.classes().get().snapshotClass()));
    if (!waiting.until(() -> isCut(made), LONGEST_STANDSTILL)) {
      String problem = current(made).flatMap(SnapshotManifests::problem).orElse("no reason given");
      discard(made);
      throw Trouble.passing(
          "no snapshot of %s was cut within %d s: %s"
              .formatted(claim, LONGEST_STANDSTILL.toSeconds(), problem));
    }
    return made;
  }

  private boolean isCut(DynamicKubernetesObject made) {
    return current(made).filter(SnapshotManifests::isCut).isPresent();
  }

  /** The very object, by the last news: a former one may have had its name. */
  private Optional<DynamicKubernetesObject> current(DynamicKubernetesObject made) {
    return snapshots
        .cache()
        .get(Objects.requireNonNull(made.getMetadata().getName()))
        .filter(seen -> uid(made).equals(seen.getMetadata().getUid()));
  }
}

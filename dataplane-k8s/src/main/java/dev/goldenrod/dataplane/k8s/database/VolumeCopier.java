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
      Optional<DynamicKubernetesObject> found = snapshots.api().get(name);
      if (found.isPresent() && Annotations.of(found.get(), CONSISTENT).isEmpty()) {
        // Whoever began it was killed before the moment was over.
        remove(name, waiting);
        found = Optional.empty();
      }
      if (found.isEmpty()) {
        take(database, metadata, waiting);
      }
    } finally {
      lock.unlock();
    }
  }

  private void take(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    Optional<V1Pod> pod =
        database.isToRun()
            ? pods.running(database.names(), database.generation())
            : Optional.empty();
    if (pod.isPresent()) {
      takeOfRunning(database, metadata, waiting);
    } else {
      cut(database, metadata, waiting);
    }
  }

  private void takeOfRunning(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    writeOut(database);
    String pod = database.names().pod();
    try {
      standstill(pod, "stop", Long.toString(LONGEST_STANDSTILL.toSeconds()));
      cut(database, metadata, waiting);
    } finally {
      standstill(pod, "continue");
    }
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

  private void cut(DatabaseRoot database, V1ObjectMeta metadata, Waiting waiting) {
    String name = Objects.requireNonNull(metadata.getName());
    String claim = database.names().ofGeneration(database.generation());
    snapshots
        .api()
        .apply(SnapshotManifests.ofClaim(metadata, claim, context.classes().get().snapshotClass()));
    if (!waiting.until(() -> isCut(name), LONGEST_STANDSTILL)) {
      String problem = problem(name).orElse("the driver did not tell why");
      snapshots.api().delete(name);
      throw Trouble.passing(
          "no snapshot of %s was cut within %d s: %s"
              .formatted(claim, LONGEST_STANDSTILL.toSeconds(), problem));
    }
    snapshots.api().merge(name, Annotations.patch(Map.of(CONSISTENT, "true")));
  }

  private boolean isCut(String name) {
    return snapshots.cache().get(name).filter(SnapshotManifests::isCut).isPresent();
  }

  private Optional<String> problem(String name) {
    return snapshots.cache().get(name).flatMap(SnapshotManifests::problem);
  }

  private void remove(String name, Waiting waiting) {
    snapshots.api().delete(name);
    if (!waiting.until(() -> snapshots.api().get(name).isEmpty(), ABANDONED_AFTER)) {
      throw Trouble.passing("the unfinished VolumeSnapshot %s does not go away".formatted(name));
    }
  }
}

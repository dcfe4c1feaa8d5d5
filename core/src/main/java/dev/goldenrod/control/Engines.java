package dev.goldenrod.control;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The engine versions that the organization's clusters can run. */
public final class Engines {
  /** An engine version and its cluster's name, empty if the organization has no cluster. */
  public record Entry(String cluster, EngineVersion version) {}

  private final ControlContext context;
  private final DaemonThreads threads = new DaemonThreads("engines");

  Engines(ControlContext context) {
    this.context = context;
  }

  /**
   * Returns for each cluster, oldest first, every version of {@link DatabaseType} and the others
   * that its data plane knows, by type and version. Without a cluster, all are unavailable, and so
   * are those of a data plane that does not answer. All data planes are asked at the same time.
   */
  public List<Entry> list(Actor actor) {
    List<Cluster> clusters = context.read(tx -> tx.clusters().list(actor.orgId()));
    if (clusters.isEmpty()) {
      return expected(context.noCluster().getMessage()).map(one -> new Entry("", one)).toList();
    }
    List<CompletableFuture<List<Entry>>> answers =
        clusters.stream()
            .map(cluster -> CompletableFuture.supplyAsync(() -> entries(cluster), this::start))
            .toList();
    return answers.stream().flatMap(answer -> answer.join().stream()).toList();
  }

  private void start(Runnable task) {
    threads.newThread(task).start();
  }

  private List<Entry> entries(Cluster cluster) {
    return versions(cluster).map(one -> new Entry(cluster.name(), one)).toList();
  }

  private Stream<EngineVersion> versions(Cluster cluster) {
    try {
      return context
          .dataPlanes()
          .call(cluster.id(), DataPlane::engines)
          .map(Engines::complete)
          .orElseGet(() -> elsewhere(cluster));
    } catch (DataPlaneUnreachableException silent) {
      return expected(String.valueOf(silent.getMessage()));
    } catch (DataPlaneException offline) {
      return expected(DataPlanes.OFFLINE);
    }
  }

  private Stream<EngineVersion> elsewhere(Cluster cluster) {
    boolean online = cluster.isOnlineAt(context.now());
    return expected(
        online
            ? "the cluster is connected to another server; ask that server"
            : DataPlanes.OFFLINE);
  }

  private static Stream<EngineVersion> expected(String reason) {
    return Stream.of(DatabaseType.values())
        .flatMap(
            type ->
                type.versions().stream()
                    .map(one -> EngineVersion.unavailable(type.wireName(), one, reason)));
  }

  /** Adds the standard versions that the data plane does not report. */
  private static Stream<EngineVersion> complete(List<EngineVersion> known) {
    Map<String, Map<String, EngineVersion>> byType = new LinkedHashMap<>();
    Stream.concat(expected("this cluster cannot run this version"), known.stream())
        .forEach(
            one ->
                byType
                    .computeIfAbsent(one.type(), type -> new LinkedHashMap<>())
                    .put(one.version(), one));
    return byType.values().stream().flatMap(versions -> versions.values().stream());
  }
}

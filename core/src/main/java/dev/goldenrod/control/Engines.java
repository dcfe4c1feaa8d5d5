package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The engine versions that the organization's clusters can run. */
public final class Engines {
  /** An engine version and its cluster's name, empty if the organization has no cluster. */
  public record Entry(String cluster, EngineVersion version) {}

  private final ControlContext context;

  Engines(ControlContext context) {
    this.context = context;
  }

  /**
   * Returns for each cluster, oldest first, every version of {@link DatabaseType} and the others
   * that its data plane knows, by type and version. Without a cluster, all are unavailable.
   */
  public List<Entry> list(Actor actor) {
    List<Cluster> clusters = context.read(tx -> tx.clusters().list(actor.orgId()));
    if (clusters.isEmpty()) {
      return expected(context.noCluster().getMessage()).map(one -> new Entry("", one)).toList();
    }
    return clusters.stream()
        .flatMap(cluster -> versions(cluster).map(one -> new Entry(cluster.name(), one)))
        .toList();
  }

  private Stream<EngineVersion> versions(Cluster cluster) {
    try {
      return context
          .dataPlanes()
          .call(cluster.id(), DataPlane::engines)
          .map(Engines::complete)
          .orElseGet(() -> elsewhere(cluster));
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

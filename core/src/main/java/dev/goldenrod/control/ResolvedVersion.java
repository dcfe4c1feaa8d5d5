package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.Optional;
import java.util.UUID;

/** A golden and its version, as resolved for a launch, a refresh, or a new database. */
record ResolvedVersion(Golden golden, GoldenVersion version) {
  /**
   * Finds a ready version that the actor may see, and of which copies may be made.
   *
   * @param number 0 for the latest
   */
  static ResolvedVersion resolve(
      ControlContext context, Transaction tx, Actor actor, String name, int number) {
    ResolvedVersion resolved = find(tx, actor, name, number);
    context.maskingPolicy().requireAttested(resolved.golden(), resolved.version());
    return resolved;
  }

  private static ResolvedVersion find(Transaction tx, Actor actor, String name, int number) {
    Golden golden =
        tx.goldens()
            .findByName(actor.orgId(), name)
            .filter(found -> found.isVisibleTo(actor))
            .orElseThrow(() -> noReadyVersion(name));
    Optional<GoldenVersion> version =
        number == 0
            ? tx.goldens().latestReady(golden.id())
            : tx.goldens().findVersion(golden.id(), number).filter(GoldenVersion::isReady);
    return new ResolvedVersion(
        golden,
        version.orElseThrow(
            () ->
                number == 0
                    ? noReadyVersion(name)
                    : ControlPlaneException.invalidBecause(
                        "golden", "'" + name + "' has no ready version " + number)));
  }

  private static ControlPlaneException noReadyVersion(String name) {
    return ControlPlaneException.invalidBecause(
        "golden", "'" + name + "' has no visible ready version");
  }

  /**
   * Returns the cluster for a copy: only the one that holds the data, or any if none does.
   *
   * @param asked the cluster's name or id; empty for any
   * @param what the copy, for messages, as in {@code a clone}
   */
  Cluster selectCluster(
      Transaction tx, Actor actor, ClusterSelection clusters, String asked, String what) {
    UUID holder = version.clusterId();
    if (holder == null) {
      return clusters.select(tx, actor, asked);
    }
    ClusterSelection.requireHolder(
        tx,
        actor.orgId(),
        asked,
        holder,
        "%s of golden '%s', version %d".formatted(what, golden.name(), version.number()));
    return tx.clusters().find(actor.orgId(), holder).orElseThrow(this::clusterDeleted);
  }

  private ControlPlaneException clusterDeleted() {
    return ControlPlaneException.invalidBecause(
        "golden",
        "'%s', version %d, was in a cluster that was deleted; import it again"
            .formatted(golden.name(), version.number()));
  }

  GoldenRef ref() {
    return GoldenRef.of(golden.name(), version);
  }
}

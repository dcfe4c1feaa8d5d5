package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.reconcile.DataPlanes;
import dev.goldenrod.reconcile.StoreMarks;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Inserts rows that a control plane requires, if they are missing. */
record Bootstrap(
    Store store,
    Clock clock,
    IdGenerator ids,
    Settings settings,
    StoreMarks marks,
    boolean acceptOlderStore,
    @Nullable String release) {
  private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

  static final String ORG = "default";

  /** Returns the store's organization. If two servers create it concurrently, both get the same. */
  Org org() {
    return store
        .inTransaction(tx -> tx.orgs().findByName(ORG))
        .orElseGet(() -> createOrElse(this::create, tx -> tx.orgs().findByName(ORG)));
  }

  private Org create(Transaction tx) {
    Org org = new Org(ids.next(), ORG, ControlContext.now(clock));
    tx.orgs().insert(org);
    tx.quotas()
        .insert(
            new Quota(
                org.id(), settings.caps().instancesPerUser(), settings.caps().instancesPerOrg()));
    return org;
  }

  /**
   * Attaches the data plane to its cluster, which is registered if the store does not know it. What
   * a data plane held before it was registered does not become the store's.
   *
   * @throws dev.goldenrod.port.OlderStoreException if the store does not know everything that the
   *     data plane may hold, and older stores are not accepted
   * @throws ControlPlaneException if the data plane belongs to an agent
   */
  Cluster attach(Org org, DataPlane dataPlane, DataPlanes dataPlanes) {
    String identity = dataPlane.identity();
    Optional<Cluster> known =
        store.inTransaction(tx -> tx.clusters().findByIdentity(org.id(), identity));
    known.ifPresent(cluster -> requireEmbedded(cluster, dataPlane));
    boolean accepted = isAccepted(org, known, dataPlane);
    Cluster cluster =
        known.orElseGet(
            () ->
                createOrElse(
                    tx -> register(tx, org, dataPlane),
                    tx -> tx.clusters().findByIdentity(org.id(), identity)));
    attach(cluster, known, accepted, dataPlane, dataPlanes);
    return withRelease(cluster, dataPlane);
  }

  private Cluster withRelease(Cluster cluster, DataPlane dataPlane) {
    Cluster told = cluster.withDataPlane(dataPlane.release().orVersion(release));
    if (!told.equals(cluster)) {
      store.useTransaction(
          tx -> {
            tx.lockOrg(cluster.orgId());
            tx.clusters().update(told);
          });
    }
    return told;
  }

  private static void requireEmbedded(Cluster cluster, DataPlane dataPlane) {
    if (cluster.kind() != ClusterKind.EMBEDDED) {
      throw ControlPlaneException.conflict(
          "the %s is already used by the agent of cluster '%s'; start this server with another one"
              .formatted(dataPlane.location(), cluster.name()));
    }
  }

  void attachAgent(Cluster cluster, Org org, DataPlane dataPlane, DataPlanes dataPlanes) {
    Optional<Cluster> known = Optional.of(cluster);
    attach(cluster, known, isAccepted(org, known, dataPlane), dataPlane, dataPlanes);
  }

  private void attach(
      Cluster cluster,
      Optional<Cluster> known,
      boolean accepted,
      DataPlane dataPlane,
      DataPlanes dataPlanes) {
    if (accepted) {
      marks.takeOver(cluster.orgId(), cluster.id(), dataPlane);
    } else {
      marks.catchUp(cluster.orgId(), cluster.id(), dataPlane);
    }
    dataPlanes.attach(cluster, dataPlane, accepted || known.map(Cluster::lastSeenAt).isPresent());
  }

  private boolean isAccepted(Org org, Optional<Cluster> known, DataPlane dataPlane) {
    try {
      marks.check(org.id(), known.map(Cluster::id).orElse(null), dataPlane);
      return false;
    } catch (OlderStoreException behind) {
      if (!acceptOlderStore) {
        throw behind;
      }
      LOG.warn("Accepted a store that is behind the data plane: {}", behind.reason());
      return true;
    }
  }

  private Cluster register(Transaction tx, Org org, DataPlane dataPlane) {
    Cluster cluster =
        new Cluster(
            ids.next(),
            org.id(),
            ResourceTextValidator.firstFree(
                dataPlane.displayName(), name -> Clusters.isNameTaken(tx, org.id(), name)),
            ClusterKind.EMBEDDED,
            dataPlane.identity(),
            null,
            ControlContext.now(clock),
            ControlContext.now(clock));
    tx.clusters().insert(cluster);
    return cluster;
  }

  private <T> T createOrElse(
      Function<Transaction, T> create, Function<Transaction, Optional<T>> find) {
    try {
      return store.inTransaction(create);
    } catch (RuntimeException perhapsAnotherServerWasFaster) {
      return store.inTransaction(find).orElseThrow(() -> perhapsAnotherServerWasFaster);
    }
  }
}

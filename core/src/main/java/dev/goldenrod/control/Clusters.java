package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.ClusterStatus;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.Secrets;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.DataPlanes;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The data planes registered in an organisation. */
public final class Clusters {
  private final ControlContext context;
  private final UUID orgId;

  /**
   * An agent cluster as it was registered.
   *
   * @param agentToken what the agent dials in with, shown this once
   */
  public record Created(Cluster cluster, String agentToken) {
    /** Everything but the token. */
    @Override
    public String toString() {
      return "Created[" + cluster.name() + "]";
    }
  }

  /** How many clusters are connected, as far as that is known without asking them. */
  public record Counts(int online, int offline) {}

  Clusters(ControlContext context, UUID orgId) {
    this.context = context;
    this.orgId = orgId;
  }

  /** All clusters, oldest first. Operators only. */
  public List<Cluster> list(Actor actor) {
    actor.requireOperator();
    return context.store().inTransaction(tx -> tx.clusters().list(actor.orgId()));
  }

  /** The cluster whose data plane has that identity; empty when none was attached. */
  public Optional<UUID> idOf(String identity) {
    return context
        .store()
        .inTransaction(tx -> tx.clusters().findByIdentity(orgId, identity))
        .map(Cluster::id);
  }

  /** Registers a cluster whose agent will dial in. Operators only. */
  public Created create(Actor actor, String name) {
    actor.requireOperator();
    Golden.requireName("name", name);
    String secret = Secrets.newToken();
    UUID id = context.newId();
    Cluster cluster =
        new Cluster(
            id,
            actor.orgId(),
            name,
            ClusterKind.AGENT,
            Agents.unbound(id),
            Secrets.sha256(secret),
            null,
            context.now());
    return context.change(actor, tx -> create(tx, actor, cluster, secret));
  }

  /**
   * Gives an agent cluster another token, which is shown this once. The one before is refused from
   * now on, and its agent's connections end: those to this server at once, those to others of the
   * store within seconds. Operators only.
   */
  public String renewToken(Actor actor, UUID id) {
    actor.requireOperator();
    String secret = Secrets.newToken();
    context.change(actor, tx -> renewToken(tx, actor, id, Secrets.sha256(secret)));
    dataPlanes().disconnect(id);
    return secret;
  }

  private Cluster renewToken(Transaction tx, Actor actor, UUID id, String sha256) {
    Cluster cluster = require(tx, actor, id);
    if (cluster.kind() == ClusterKind.EMBEDDED) {
      throw ControlPlaneException.conflict(
          "cluster '" + cluster.name() + "' is a server's own; it has no agent and no token");
    }
    Cluster renewed = cluster.withAgentToken(sha256);
    tx.clusters().update(renewed);
    context.audit(
        tx, actor, "cluster.token.renewed", "cluster", id, Map.of("name", cluster.name()));
    return renewed;
  }

  private Created create(Transaction tx, Actor actor, Cluster cluster, String secret) {
    boolean taken =
        tx.clusters().list(actor.orgId()).stream()
            .anyMatch(other -> other.name().equals(cluster.name()));
    if (taken) {
      throw ControlPlaneException.conflict("cluster name '" + cluster.name() + "' is taken");
    }
    tx.clusters().insert(cluster);
    context.audit(
        tx, actor, "cluster.created", "cluster", cluster.id(), Map.of("name", cluster.name()));
    return new Created(cluster, secret);
  }

  /** A cluster of the organisation. Operators only. */
  public Cluster find(Actor actor, UUID id) {
    actor.requireOperator();
    return context.store().inTransaction(tx -> require(tx, actor, id));
  }

  /**
   * Unregisters an agent cluster that no instance and no database uses, and ends its agent's
   * connections. Operators only.
   */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
    context.clusterNames().remove(id);
    dataPlanes().disconnect(id);
  }

  private static Cluster require(Transaction tx, Actor actor, UUID id) {
    return tx.clusters()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("cluster", id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Cluster cluster = require(tx, actor, id);
    if (cluster.kind() == ClusterKind.EMBEDDED) {
      throw ControlPlaneException.conflict(
          "cluster '" + cluster.name() + "' is a server's own; it cannot be deleted");
    }
    requireNoInstances(tx, cluster);
    requireNoDatabases(tx, cluster);
    context.audit(tx, actor, "cluster.deleted", "cluster", id, Map.of("name", cluster.name()));
    tx.clusters().delete(actor.orgId(), id);
    return List.of();
  }

  /**
   * What the cluster of that id is called, which every member may know; empty when it is deleted.
   *
   * @param id null for none
   */
  public Optional<String> name(UUID orgId, @Nullable UUID id) {
    return context.clusterNames().find(orgId, id);
  }

  /**
   * The same for what is kept under an idempotency key, which is made in the transaction of the
   * change and begins no other.
   */
  public Optional<String> nameInChange(@Nullable UUID id) {
    return context.clusterNames().known(id);
  }

  /** How many clusters there are; empty when the store does not answer. */
  public Optional<Counts> count() {
    try {
      List<Cluster> all = context.store().inTransaction(tx -> tx.clusters().list(orgId));
      int online = (int) all.stream().filter(this::isOnline).count();
      return Optional.of(new Counts(online, all.size() - online));
    } catch (RuntimeException unreachable) {
      return Optional.empty();
    }
  }

  private static void requireNoInstances(Transaction tx, Cluster cluster) {
    List<LiveClone> instances =
        tx.instances().inCluster(cluster.orgId(), cluster.id()).stream()
            .map(one -> new LiveClone(one.id(), one.ownerId(), one.phase().wireName()))
            .toList();
    if (!instances.isEmpty()) {
      throw ControlPlaneException.hasInstances(cluster.name(), instances);
    }
  }

  private static void requireNoDatabases(Transaction tx, Cluster cluster) {
    List<LiveClone> databases =
        tx.databases().inCluster(cluster.orgId(), cluster.id()).stream()
            .map(one -> new LiveClone(one.id(), one.name(), one.ownerId(), one.phase().wireName()))
            .toList();
    boolean hasSnapshots = !tx.databases().snapshotsIn(cluster.orgId(), cluster.id()).isEmpty();
    if (hasSnapshots || !databases.isEmpty()) {
      throw ControlPlaneException.hasDatabases(cluster.name(), databases);
    }
  }

  /** Whether the cluster's data plane is connected to this server or another. */
  public boolean isOnline(Cluster cluster) {
    return dataPlanes().isOnline(cluster, context.now());
  }

  /** Whether work can be done in the cluster now, as far as this server knows without asking it. */
  public ClusterStatus status(Cluster cluster) {
    if (!isOnline(cluster)) {
      return ClusterStatus.OFFLINE;
    }
    return dataPlanes().isLost(cluster.id()) ? ClusterStatus.DEGRADED : ClusterStatus.ONLINE;
  }

  /**
   * Returns when the cluster's data plane was connected last: now while it is online; empty if it
   * never was.
   */
  public Optional<Instant> lastSeenAt(Cluster cluster) {
    return isOnline(cluster)
        ? Optional.of(context.now())
        : Optional.ofNullable(cluster.lastSeenAt());
  }

  /**
   * Where to reach the server that the cluster's data plane is connected to; empty when that is
   * this one or none, or has told no address.
   */
  public Optional<URI> serverOf(UUID clusterId) {
    if (dataPlanes().isAttached(clusterId)) {
      return Optional.empty();
    }
    Instant since = context.now().minus(Cluster.ONLINE_FOR);
    return context
        .store()
        .inTransaction(tx -> tx.clusters().serverOf(clusterId, since))
        .map(URI::create);
  }

  /**
   * The storage of the cluster's data plane; empty when it tells none, or another server holds it.
   */
  public Optional<StorageUse> storage(Cluster cluster) {
    return dataPlanes().call(cluster.id(), DataPlane::storage).flatMap(storage -> storage);
  }

  /** What the cluster's data plane says of itself to admins; empty when another server holds it. */
  public String message(Cluster cluster) {
    return dataPlanes().message(cluster.id());
  }

  private DataPlanes dataPlanes() {
    return context.loop().dataPlanes();
  }
}

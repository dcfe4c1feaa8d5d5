package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.ClusterStatus;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Transaction;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The registered clusters of an organization. */
public final class Clusters {
  private final ControlContext context;
  private final UUID orgId;

  /** A new agent cluster with the token of its agent, which cannot be read again. */
  public record Created(Cluster cluster, String agentToken) {
    /** Leaves out the token. */
    @Override
    public String toString() {
      return "Created[" + cluster.name() + "]";
    }
  }

  /** The number of clusters that are connected, as last recorded; no data plane is asked. */
  public record Counts(int online, int offline) {}

  Clusters(ControlContext context, UUID orgId) {
    this.context = context;
    this.orgId = orgId;
  }

  /** Returns all clusters, oldest first. Operators only. */
  public List<Cluster> list(Actor actor) {
    actor.requireOperator();
    return context.read(tx -> tx.clusters().list(actor.orgId()));
  }

  /** Returns the id of the cluster whose data plane has that identity; empty if there is none. */
  public Optional<UUID> idOf(String identity) {
    return context.read(tx -> tx.clusters().findByIdentity(orgId, identity)).map(Cluster::id);
  }

  /** Registers a cluster for an agent. Operators only. */
  public Created create(Actor actor, String name) {
    actor.requireOperator();
    Golden.requireName("name", name);
    String secret = Tokens.newToken();
    UUID id = context.newId();
    Cluster cluster =
        new Cluster(
            id,
            actor.orgId(),
            name,
            ClusterKind.AGENT,
            Agents.unbound(id),
            Tokens.sha256(secret),
            null,
            context.now());
    return context.change(actor, tx -> create(tx, actor, cluster, secret));
  }

  /**
   * Replaces an agent cluster's token, and returns the new one, which cannot be read again. The old
   * token is refused from now on. Its agent's connections end, those to this server at once, and
   * those to other servers of the store within seconds. Operators only.
   */
  public String renewToken(Actor actor, UUID id) {
    actor.requireOperator();
    String secret = Tokens.newToken();
    context.change(actor, tx -> renewToken(tx, actor, id, Tokens.sha256(secret)));
    context.dataPlanes().disconnect(id);
    return secret;
  }

  private Cluster renewToken(Transaction tx, Actor actor, UUID id, String sha256) {
    Cluster cluster = require(tx, actor, id);
    if (cluster.kind() == ClusterKind.EMBEDDED) {
      throw ControlPlaneException.conflict(
          "cluster '" + cluster.name() + "' is embedded in a server; it has no agent and no token");
    }
    Cluster renewed = cluster.withAgentToken(sha256);
    tx.clusters().update(renewed);
    context.audit(
        tx, actor, "cluster.token.renewed", "cluster", id, Map.of("name", cluster.name()));
    return renewed;
  }

  private Created create(Transaction tx, Actor actor, Cluster cluster, String secret) {
    if (isNameTaken(tx, actor.orgId(), cluster.name())) {
      throw ControlPlaneException.conflict("cluster name '" + cluster.name() + "' is taken");
    }
    tx.clusters().insert(cluster);
    context.audit(
        tx, actor, "cluster.created", "cluster", cluster.id(), Map.of("name", cluster.name()));
    return new Created(cluster, secret);
  }

  static boolean isNameTaken(Transaction tx, UUID orgId, String name) {
    return tx.clusters().list(orgId).stream().anyMatch(cluster -> cluster.name().equals(name));
  }

  /** Returns a cluster of the organization. Operators only. */
  public Cluster find(Actor actor, UUID id) {
    actor.requireOperator();
    return context.read(tx -> require(tx, actor, id));
  }

  /**
   * Unregisters an agent cluster that has no instances and no databases, and closes its agent's
   * connections. Operators only.
   */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
    context.clusterNames().remove(id);
    context.dataPlanes().disconnect(id);
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
          "cluster '" + cluster.name() + "' is embedded in a server and cannot be deleted");
    }
    requireNoInstances(tx, cluster);
    requireNoDatabases(tx, cluster);
    context.audit(tx, actor, "cluster.deleted", "cluster", id, Map.of("name", cluster.name()));
    tx.clusters().delete(actor.orgId(), id);
    return List.of();
  }

  /** Returns the cluster's name, which every member may know; empty for null or if deleted. */
  public Optional<String> name(UUID orgId, @Nullable UUID id) {
    return id == null ? Optional.empty() : nameInChange(id).or(() -> readName(orgId, id));
  }

  private Optional<String> readName(UUID orgId, UUID id) {
    Optional<Cluster> cluster = context.read(tx -> tx.clusters().find(orgId, id));
    cluster.ifPresent(found -> context.clusterNames().put(id, found.name()));
    return cluster.map(Cluster::name);
  }

  /** Returns the name if cached; starts no transaction, so it can be used within a change. */
  public Optional<String> nameInChange(@Nullable UUID id) {
    return Optional.ofNullable(id).map(context.clusterNames()::get);
  }

  /** Counts the clusters; empty if the store is unavailable. */
  public Optional<Counts> count() {
    try {
      List<Cluster> all = context.read(tx -> tx.clusters().list(orgId));
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

  /** Returns whether the cluster's data plane is connected to this server or another. */
  public boolean isOnline(Cluster cluster) {
    return context.dataPlanes().isOnline(cluster, context.now());
  }

  /** Returns the cluster's status as last recorded; the data plane is not asked. */
  public ClusterStatus status(Cluster cluster) {
    if (!isOnline(cluster)) {
      return ClusterStatus.OFFLINE;
    }
    return context.dataPlanes().isUnreachable(cluster.id())
        ? ClusterStatus.DEGRADED
        : ClusterStatus.ONLINE;
  }

  /** Returns when the cluster's data plane was last connected: now if online, empty if never. */
  public Optional<Instant> lastSeenAt(Cluster cluster) {
    return isOnline(cluster)
        ? Optional.of(context.now())
        : Optional.ofNullable(cluster.lastSeenAt());
  }

  /** Returns the URL of another server that holds the data plane; empty if none is known. */
  public Optional<URI> serverOf(UUID clusterId) {
    if (context.dataPlanes().isAttached(clusterId)) {
      return Optional.empty();
    }
    Instant since = context.now().minus(Cluster.ONLINE_FOR);
    return context.read(tx -> tx.clusters().serverOf(clusterId, since)).map(URI::create);
  }

  /** Returns the storage use; empty if unknown, or another server holds the data plane. */
  public Optional<StorageUse> storage(Cluster cluster) {
    return context.dataPlanes().call(cluster.id(), DataPlane::storage).flatMap(storage -> storage);
  }

  /** Returns the data plane's message for admins; empty if another server holds the data plane. */
  public String message(Cluster cluster) {
    return context.dataPlanes().message(cluster.id());
  }
}

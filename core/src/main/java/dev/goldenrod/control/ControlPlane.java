package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.context.ClusterNames;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.CredentialFetcher;
import dev.goldenrod.control.context.KeyedRequests;
import dev.goldenrod.control.database.DatabaseCaps;
import dev.goldenrod.control.identity.PasswordHasher;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.reconcile.ReconcileLoop;
import dev.goldenrod.reconcile.StoreMarks;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The whole control plane of one organisation: what an embedder builds, holds and closes.
 *
 * <p>It answers requests as soon as it is built, on behalf of {@link #admin()} if there is no other
 * member. Work in the data plane is done after {@link #start()}, in threads of its own, or by
 * {@link #runDueOnce()} in the caller's, through the data planes that are attached, which may come
 * and go. Thread-safe. The store and the data planes stay the caller's to close, after this.
 */
public final class ControlPlane implements AutoCloseable {
  private final Store store;
  private final Clock clock;
  private final String serverName;
  private final Bootstrap bootstrap;
  private final Org org;
  private final ReconcileLoop loop;
  private final CredentialFetcher credentialFetcher;
  private final PasswordHasher hasher;
  private final Goldens goldens;
  private final Sources sources;
  private final Imports imports;
  private final Archives archives;
  private final Instances instances;
  private final Clusters clusters;
  private final Agents agents;
  private final Engines engines;
  private final AtomicReference<Caps> caps;
  private final Databases databases;
  private final Snapshots snapshots;
  private final Deletions deletions;
  private final SnapshotSchedules snapshotSchedules;
  private final Schemas schemas;
  private final Tunnels tunnels;
  private final Quotas quotas;
  private final AuditLog auditLog;
  private final Members members;
  private final Sessions sessions;
  private final Tokens tokens;
  private final Invites invites;
  private final Pools pools;
  private final Orphans orphans;
  private final IdempotencyKeys idempotencyKeys;
  private final Statistics statistics;

  ControlPlane(ControlPlaneBuilder builder) {
    hasher = new PasswordHasher(builder.passwordIterations);
    store = Objects.requireNonNull(builder.store, "a control plane needs a store");
    clock = builder.clock == null ? store.clock() : builder.clock;
    serverName = builder.serverName;
    StoreMarks marks = new StoreMarks(store, clock, builder.ids);
    bootstrap =
        new Bootstrap(
            store,
            clock,
            builder.ids,
            builder.settings,
            marks,
            builder.acceptOlderStore,
            builder.release);
    org = bootstrap.org();
    caps = new AtomicReference<>(builder.settings.caps());
    loop =
        new ReconcileLoop(
            store,
            clock,
            builder.ids,
            builder.serverName,
            builder.settings.namespace(),
            builder.settings.retention(),
            builder.orphanGrace,
            builder.peerUrl == null ? null : builder.peerUrl.toString(),
            SourceConfig::connection,
            new DatabaseCaps(caps::get)::snapshotRefusal,
            builder.observer);
    credentialFetcher =
        new CredentialFetcher(loop.dataPlanes(), builder.settings.credentialTimeout());
    KeyedRequests keyedRequests = new KeyedRequests(store, clock);
    idempotencyKeys = new IdempotencyKeys(keyedRequests);
    ControlContext context =
        new ControlContext(
            store,
            clock,
            builder.ids,
            loop,
            keyedRequests,
            new ClusterNames(store),
            builder.settings.deleteGrace());
    clusters = new Clusters(context, org.id());
    agents = new Agents(context, bootstrap, org);
    engines = new Engines(context);
    goldens = new Goldens(context);
    sources = new Sources(context);
    imports = new Imports(context, goldens);
    archives = new Archives(context, goldens);
    instances = new Instances(context, credentialFetcher, builder.settings.namespace());
    databases = new Databases(context, credentialFetcher, caps::get);
    snapshots = new Snapshots(context, caps::get);
    deletions = new Deletions(context, caps::get);
    snapshotSchedules = new SnapshotSchedules(context);
    schemas = new Schemas(context, builder.settings.schemaTimeout());
    tunnels = new Tunnels(context, builder.tunnelLimits);
    quotas = new Quotas(context, org.id());
    auditLog = new AuditLog(context, org.id());
    members = new Members(context, org, builder.adminEmail, caps::get);
    sessions = new Sessions(context, org, hasher);
    tokens = new Tokens(context);
    invites = new Invites(context, org, hasher);
    pools = new Pools(context);
    orphans = new Orphans(context);
    statistics = new Statistics(context, org.id());
    builder.dataPlanes.forEach(this::attach);
  }

  public static ControlPlaneBuilder builder() {
    return new ControlPlaneBuilder();
  }

  /**
   * The admin on whose behalf a program acts that has no members of its own: the oldest one that is
   * active. The first call on a new store makes it, without a way to log in until it is given one.
   *
   * @throws dev.goldenrod.port.StoreException when the store cannot be reached
   */
  public Actor admin() {
    return members.admin();
  }

  /**
   * Has other caps on databases and snapshots hold from now on; what is there stays. Caps on
   * instances are the organisation's, see {@link #quotas}.
   */
  public void changeCaps(Caps other) {
    caps.set(other);
  }

  public Goldens goldens() {
    return goldens;
  }

  public Sources sources() {
    return sources;
  }

  public Imports imports() {
    return imports;
  }

  /** Snapshots that leave the installation, and come in. */
  public Archives archives() {
    return archives;
  }

  public Instances instances() {
    return instances;
  }

  public Clusters clusters() {
    return clusters;
  }

  /** Where data planes on other machines are attached. */
  public Agents agents() {
    return agents;
  }

  public Engines engines() {
    return engines;
  }

  public Databases databases() {
    return databases;
  }

  public Snapshots snapshots() {
    return snapshots;
  }

  /** What was deleted and can be restored. */
  public Deletions deletions() {
    return deletions;
  }

  public SnapshotSchedules snapshotSchedules() {
    return snapshotSchedules;
  }

  public Schemas schemas() {
    return schemas;
  }

  /** Connections to databases, through this server. */
  public Tunnels tunnels() {
    return tunnels;
  }

  public Quotas quotas() {
    return quotas;
  }

  public AuditLog auditLog() {
    return auditLog;
  }

  public Members members() {
    return members;
  }

  public Sessions sessions() {
    return sessions;
  }

  public Tokens tokens() {
    return tokens;
  }

  public Invites invites() {
    return invites;
  }

  public Pools pools() {
    return pools;
  }

  public Orphans orphans() {
    return orphans;
  }

  public IdempotencyKeys idempotencyKeys() {
    return idempotencyKeys;
  }

  /** Figures, for those who watch it. */
  public Statistics statistics() {
    return statistics;
  }

  /** Whether the store answers. */
  public boolean isHealthy() {
    try {
      store.useTransaction(tx -> tx.orgs().findByName(Bootstrap.ORG));
      return true;
    } catch (RuntimeException unreachable) {
      return false;
    }
  }

  /**
   * Why this server takes no more work in data planes, although it answers requests: a newer
   * release has brought the store's tables up to its own. Empty while it works.
   */
  public Optional<String> retirement() {
    return loop.retirement();
  }

  /**
   * Says that a data plane is to be attached which cannot be reached yet. Until one is, work for
   * which the organisation has no cluster is refused with {@link
   * dev.goldenrod.ErrorCode#DATA_PLANE_UNREACHABLE} and that reason; one that has been attached
   * before has its cluster, whose work is accepted.
   */
  public void awaitDataPlane(String reason) {
    loop.dataPlanes().await(reason);
  }

  /**
   * Why no work is accepted yet: the only data plane has never been reached. Empty when the
   * organisation has a cluster, when none is awaited, and when the store does not answer.
   */
  public Optional<String> missingDataPlane() {
    return loop.dataPlanes().awaited().filter(why -> !hasCluster());
  }

  private boolean hasCluster() {
    try {
      return store.inTransaction(tx -> !tx.clusters().list(org.id()).isEmpty());
    } catch (RuntimeException unreachable) {
      return true;
    }
  }

  /**
   * Has the data plane do the work of its cluster, the one with its identity, which is registered
   * on first use. It takes the place of another data plane of that identity, as {@link #detach}
   * would leave it; attached already, it stays.
   *
   * @return the cluster
   * @throws dev.goldenrod.port.StoreException when the store cannot be reached
   * @throws dev.goldenrod.port.OlderStoreException when the store does not know all that the data
   *     plane may hold, which is as it was; the message names the way out
   * @throws dev.goldenrod.port.DataPlaneException when the data plane cannot be reached
   */
  public Cluster attach(DataPlane dataPlane) {
    return bootstrap.attach(org, dataPlane, loop.dataPlanes());
  }

  /**
   * Asks nothing more of the data plane, so that it can be closed; what is under way ends first,
   * for ten seconds at most. Its databases go on running and its cluster's rows stay: the cluster
   * goes offline within fifteen seconds, and on when a data plane of that identity is attached.
   * Without effect when it is not attached, or another one took its place.
   */
  public void detach(DataPlane dataPlane) {
    loop.dataPlanes().detach(dataPlane);
  }

  /**
   * This server's lease on a task that one of the servers of this store does at a time. It is not
   * held before {@link TaskLease#hold()}.
   *
   * @param task the task's name in this organisation
   */
  public TaskLease taskLease(String task) {
    return new TaskLease(store, clock, serverName, org.id(), task);
  }

  /**
   * Tells the listener the id of each resource that this server may have changed. It must neither
   * block nor throw. Changes by other servers of the store are not told.
   *
   * @return ends it
   */
  public Runnable onChange(Consumer<UUID> listener) {
    return loop.changeNotifier().listen(listener);
  }

  /** Starts the work in the data planes, in threads of its own. */
  public ControlPlane start() {
    loop.start();
    return this;
  }

  /**
   * Reconciles once, in this thread, every resource that is due: for tests that hold the clock.
   *
   * @return how many resources were reconciled
   */
  public int runDueOnce() {
    return loop.runDueOnce();
  }

  /** Lets running reconciliations end and stops. The databases go on running. */
  @Override
  public void close() {
    tunnels.close();
    loop.close();
    credentialFetcher.close();
    schemas.close();
    hasher.close();
  }
}

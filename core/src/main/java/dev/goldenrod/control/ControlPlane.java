package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.reconcile.ReconcileLoop;
import dev.goldenrod.reconcile.StoreMarks;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The control plane of one organization, as an embedder builds, uses and closes it. Thread-safe.
 *
 * <p>It accepts requests once it is built, on behalf of {@link #admin()} if there are no members.
 * Work in data planes is done after {@link #start()} in background threads, or by {@link
 * #runDueOnce()} in the calling thread. Data planes may be attached and detached at any time. The
 * caller closes the store and the data planes, after this.
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
  private final SourceReads sourceReads;
  private final Sources sources;
  private final SourcePasswords sourcePasswords;
  private final Masking masking;
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
  private final Identities identities;
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
    MaskingPolicy maskingPolicy = new MaskingPolicy(builder.settings.requiresMasking());
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
            maskingPolicy::copyRefusal,
            builder.observer);
    credentialFetcher =
        new CredentialFetcher(loop.dataPlanes(), builder.settings.credentialTimeout());
    idempotencyKeys = new IdempotencyKeys(store, clock);
    ControlContext context =
        new ControlContext(
            store,
            clock,
            builder.ids,
            loop,
            idempotencyKeys,
            new ConcurrentHashMap<>(),
            builder.settings.deleteGrace(),
            maskingPolicy);
    clusters = new Clusters(context, org.id());
    agents = new Agents(context, bootstrap, org);
    engines = new Engines(context);
    goldens = new Goldens(context);
    sourceReads = new SourceReads(builder.settings.schemaTimeout());
    sources = new Sources(context, sourceReads);
    sourcePasswords = new SourcePasswords(context, sources);
    masking = new Masking(context, builder.maskingRules, sourceReads);
    imports = new Imports(context, goldens);
    archives = new Archives(context, goldens);
    instances = new Instances(context, credentialFetcher, builder.settings.namespace());
    databases = new Databases(context, credentialFetcher, caps::get);
    snapshots = new Snapshots(context, caps::get);
    deletions = new Deletions(context, caps::get);
    snapshotSchedules = new SnapshotSchedules(context);
    schemas = new Schemas(context, builder.settings.schemaTimeout());
    tunnels = new Tunnels(context, builder.tunnelLimits);
    quotas = new Quotas(context, org.id(), caps::get);
    auditLog = new AuditLog(context, org.id());
    members = new Members(context, org, builder.adminEmail, caps::get);
    sessions = new Sessions(context, org, hasher);
    identities = new Identities(context, org);
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
   * Returns the oldest active admin, for a program that has no members of its own. The first call
   * on a new store creates the admin, who cannot log in until given a password or token.
   *
   * @throws dev.goldenrod.port.StoreException if the store is unavailable
   */
  public Actor admin() {
    return members.admin();
  }

  /**
   * Replaces the limits on databases and snapshots; what exceeds them is kept. Limits on instances
   * are stored per organization, see {@link #quotas}.
   */
  public void changeCaps(Caps other) {
    caps.set(other);
  }

  /**
   * Returns the limits on databases and snapshots, and those on instances of a new organization.
   */
  public Caps caps() {
    return caps.get();
  }

  public Goldens goldens() {
    return goldens;
  }

  public Sources sources() {
    return sources;
  }

  /** Returns the passwords of sources that the server's own machine keeps. */
  public SourcePasswords sourcePasswords() {
    return sourcePasswords;
  }

  /** Returns the masking rules of sources. */
  public Masking masking() {
    return masking;
  }

  public Imports imports() {
    return imports;
  }

  /** Returns the export and import of snapshots. */
  public Archives archives() {
    return archives;
  }

  public Instances instances() {
    return instances;
  }

  public Clusters clusters() {
    return clusters;
  }

  /** Returns the registry through which agents attach data planes of other machines. */
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

  /** Returns the deleted resources that can be restored. */
  public Deletions deletions() {
    return deletions;
  }

  public SnapshotSchedules snapshotSchedules() {
    return snapshotSchedules;
  }

  public Schemas schemas() {
    return schemas;
  }

  /** Returns the connections to databases through this server. */
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

  /** Returns the sign-ins of accounts that an issuer has verified. */
  public Identities identities() {
    return identities;
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

  /** Returns the time by the clock that expiries are compared with. */
  public Instant now() {
    return ControlContext.now(clock);
  }

  /** Returns figures for monitoring. */
  public Statistics statistics() {
    return statistics;
  }

  /** Returns whether the store is available. */
  public boolean isHealthy() {
    try {
      store.useTransaction(tx -> tx.orgs().findByName(Bootstrap.ORG));
      return true;
    } catch (RuntimeException unreachable) {
      return false;
    }
  }

  /**
   * Returns why this server no longer works in data planes, although it still answers requests: a
   * newer release has migrated the store's tables. Empty if it works.
   */
  public Optional<String> retirement() {
    return loop.retirement();
  }

  /**
   * Announces a data plane that cannot be reached yet. Until one is attached, work without a
   * cluster is refused with {@link dev.goldenrod.ErrorCode#DATA_PLANE_UNREACHABLE} and the reason.
   * A data plane that was attached before has a cluster, so its work is accepted.
   */
  public void awaitDataPlane(String reason) {
    loop.dataPlanes().setPendingReason(reason);
  }

  /**
   * Returns why no work is accepted: the only data plane has never been reached. Empty if the
   * organization has a cluster, no data plane is awaited, or the store is unavailable.
   */
  public Optional<String> missingDataPlane() {
    return loop.dataPlanes().pendingReason().filter(why -> !hasCluster());
  }

  private boolean hasCluster() {
    try {
      return store.inTransaction(tx -> !tx.clusters().list(org.id()).isEmpty());
    } catch (RuntimeException unreachable) {
      return true;
    }
  }

  /**
   * Attaches the data plane to the cluster with its identity, which is registered on first use.
   * Another data plane with that identity is detached as by {@link #detach}. Does nothing if it is
   * attached already.
   *
   * @return the cluster
   * @throws dev.goldenrod.port.StoreException if the store is unavailable
   * @throws dev.goldenrod.port.OlderStoreException if the store does not know everything that the
   *     data plane may hold; nothing was changed, and the message names the remedy
   * @throws dev.goldenrod.port.DataPlaneException if the data plane cannot be reached
   */
  public Cluster attach(DataPlane dataPlane) {
    return bootstrap.attach(org, dataPlane, loop.dataPlanes());
  }

  /**
   * Detaches the data plane, so that it can be closed; calls in flight may take ten more seconds.
   * Its databases keep running, and its cluster's rows are kept. The cluster goes offline within
   * fifteen seconds, until a data plane with that identity is attached. Does nothing if the data
   * plane is not attached.
   */
  public void detach(DataPlane dataPlane) {
    loop.dataPlanes().detach(dataPlane);
  }

  /**
   * Returns this server's lease on a task that one server of the store does at a time. It is not
   * held before {@link TaskLease#hold()}.
   */
  public TaskLease taskLease(String task) {
    return new TaskLease(store, clock, serverName, org.id(), task);
  }

  /**
   * Registers a listener for the ids of resources that this server may have changed. It must
   * neither block nor throw. Changes by other servers of the store are not reported.
   *
   * @return removes the listener
   */
  public Runnable onChange(Consumer<UUID> listener) {
    return loop.changeNotifier().listen(listener);
  }

  /** Starts the work in data planes in background threads. */
  public ControlPlane start() {
    loop.start();
    return this;
  }

  /**
   * Reconciles every due resource once in the calling thread, for tests that control the clock.
   *
   * @return the number of reconciled resources
   */
  public int runDueOnce() {
    return loop.runDueOnce();
  }

  /** Waits for running reconciliations, and stops. The databases keep running. */
  @Override
  public void close() {
    tunnels.close();
    loop.close();
    credentialFetcher.close();
    schemas.close();
    sourceReads.close();
    hasher.close();
  }
}

package dev.goldenrod.control;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Store;
import dev.goldenrod.reconcile.AttachedCluster;
import dev.goldenrod.reconcile.ReconcileLoop;
import dev.goldenrod.reconcile.Reconcilers;
import java.time.Clock;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The whole control plane of one organisation: what an embedder builds, holds and closes.
 *
 * <p>It answers requests as soon as it is built. Work in the data plane is done after {@link
 * #start()}, in threads of its own, or by {@link #runDueOnce()} in the caller's. Thread-safe. The
 * store and the data plane stay the caller's to close, after this.
 */
public final class ControlPlane implements AutoCloseable {
  private final Store store;
  private final ReconcileLoop loop;
  private final CredentialFetcher credentialFetcher;
  private final PasswordHasher hasher = new PasswordHasher();
  private final Goldens goldens;
  private final Sources sources;
  private final Imports imports;
  private final Instances instances;
  private final Clusters clusters;
  private final Engines engines;
  private final Quotas quotas;
  private final AuditLog auditLog;
  private final Members members;
  private final Sessions sessions;
  private final Invites invites;
  private final Pools pools;
  private final IdempotencyKeys idempotencyKeys;

  private ControlPlane(Builder builder) {
    store = Objects.requireNonNull(builder.store, "a control plane needs a store");
    Bootstrap bootstrap = new Bootstrap(store, builder.clock, builder.ids, builder.settings);
    Org org = bootstrap.org();
    AttachedCluster attached = bootstrap.attach(org, builder.dataPlane);
    loop =
        new ReconcileLoop(
            store, builder.clock, builder.serverName, attached, reconcilers(builder, attached));
    credentialFetcher = new CredentialFetcher(attached, builder.settings.credentialTimeout());
    ControlContext context = new ControlContext(store, builder.clock, builder.ids, loop);
    clusters = new Clusters(context);
    engines = new Engines(context, attached);
    goldens = new Goldens(context);
    sources = new Sources(context);
    imports = new Imports(context, goldens, clusters);
    instances = new Instances(context, clusters, credentialFetcher);
    quotas = new Quotas(context);
    auditLog = new AuditLog(context);
    members = new Members(context, org);
    sessions = new Sessions(context, org, hasher);
    invites = new Invites(context, org, hasher);
    pools = new Pools(context);
    idempotencyKeys = new IdempotencyKeys(context);
  }

  private static @Nullable Reconcilers reconcilers(
      Builder builder, @Nullable AttachedCluster attached) {
    return attached == null
        ? null
        : Reconcilers.of(attached, builder.ids, SourceConfig::connection);
  }

  public static Builder builder() {
    return new Builder();
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

  public Instances instances() {
    return instances;
  }

  public Clusters clusters() {
    return clusters;
  }

  public Engines engines() {
    return engines;
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

  public Invites invites() {
    return invites;
  }

  public Pools pools() {
    return pools;
  }

  public IdempotencyKeys idempotencyKeys() {
    return idempotencyKeys;
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

  /** Starts the work in the data plane, in threads of its own. */
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
    loop.close();
    credentialFetcher.close();
    hasher.close();
  }

  /** Collects the parts of a control plane. */
  public static final class Builder {
    private @Nullable Store store;
    private @Nullable DataPlane dataPlane;
    private Clock clock = Clock.systemUTC();
    private IdGenerator ids = UUID::randomUUID;
    private Settings settings = Settings.DEFAULTS;
    private String serverName = UUID.randomUUID().toString();

    private Builder() {}

    /** Where all state lives; required. */
    public Builder store(Store value) {
      store = value;
      return this;
    }

    /** What runs the databases; without one, only requests are answered. */
    public Builder dataPlane(DataPlane value) {
      dataPlane = value;
      return this;
    }

    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    public Builder ids(IdGenerator value) {
      ids = value;
      return this;
    }

    public Builder settings(Settings value) {
      settings = value;
      return this;
    }

    /**
     * This server's name in leases, unique among all servers of the store. One that stays the same
     * across restarts lets a killed server go on at once; otherwise it waits for its old leases to
     * run out.
     */
    public Builder serverName(String value) {
      serverName = value;
      return this;
    }

    /**
     * Builds the control plane; on the very first use of a store, creates its organisation.
     *
     * @throws dev.goldenrod.port.StoreException when the store cannot be reached
     */
    public ControlPlane build() {
      return new ControlPlane(this);
    }
  }
}

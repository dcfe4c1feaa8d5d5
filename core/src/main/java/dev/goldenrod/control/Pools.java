package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.member.Actor;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.reconcile.PoolReconciler;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pools of warm clones, which make launches immediate. Operators only. */
public final class Pools {
  private final ControlContext context;
  private final KeyedCommands<PoolState> keyed;

  /**
   * A pool to create.
   *
   * @param version 0 follows the latest
   * @param cluster the name or id of the clones' cluster; empty for the one that a launch chooses
   */
  public record Create(String golden, int version, InstanceSize size, int target, String cluster) {
    public Create {
      Objects.requireNonNull(size);
      Objects.requireNonNull(cluster);
      requireTarget(target, 1);
      if (version < 0) {
        throw ControlPlaneException.invalid("version", "must be a positive number, or 0");
      }
    }

    public Create(String golden, int version, InstanceSize size, int target) {
      this(golden, version, size, target, "");
    }
  }

  Pools(ControlContext context) {
    this.context = context;
    this.keyed = context.keyed(state -> state.pool().id(), this::find);
  }

  /** Creates a pool, which prevents the deletion of its golden. */
  public PoolState create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like {@link #create(Actor, Create)}, once per idempotency key. */
  public PoolState create(Actor actor, Create command, Idempotency<PoolState> idempotency) {
    actor.requireOperator();
    return keyed.once(actor, idempotency, command, key -> createNow(actor, command, key));
  }

  private PoolState createNow(Actor actor, Create command, Idempotency<PoolState> idempotency) {
    PoolState state = context.change(actor, idempotency, tx -> create(tx, actor, command));
    context.loop().enqueue(state.pool().id());
    return state;
  }

  private PoolState create(Transaction tx, Actor actor, Create command) {
    Golden golden =
        tx.goldens()
            .findByName(actor.orgId(), command.golden())
            .filter(found -> found.isVisibleTo(actor))
            .orElseThrow(
                () ->
                    ControlPlaneException.invalid(
                        "golden", "'" + command.golden() + "' does not exist"));
    Instant now = context.now();
    Pool pool =
        new Pool(
            context.newId(),
            actor.orgId(),
            golden.id(),
            golden.name(),
            command.version(),
            command.size(),
            command.target(),
            now);
    GoldenVersion version =
        PoolReconciler.version(tx, pool)
            .orElseThrow(
                () ->
                    ControlPlaneException.invalid(
                        "version",
                        command.version()
                            + " is not a ready version of golden '"
                            + golden.name()
                            + "'"));
    context.maskingPolicy().requireAttested(golden, version);
    if (tx.clusters().list(actor.orgId()).isEmpty()) {
      throw context.noCluster();
    }
    Pool placed = pool.inCluster(asked(tx, actor, command, version));
    tx.pools().insert(placed);
    schedule(tx, placed, now);
    context.audit(tx, actor, "pool.created", "pool", placed.id(), auditMetadata(placed));
    return state(tx, placed);
  }

  private static @Nullable UUID asked(
      Transaction tx, Actor actor, Create command, GoldenVersion version) {
    if (command.cluster().isEmpty()) {
      return null;
    }
    if (version.clusterId() != null) {
      ClusterSelection.requireHolder(
          tx,
          actor.orgId(),
          command.cluster(),
          version.clusterId(),
          "a pool of golden '%s', version %d".formatted(command.golden(), version.number()));
    }
    return ClusterSelection.require(tx, actor.orgId(), command.cluster()).id();
  }

  private static void requireTarget(int target, int least) {
    if (target < least || target > Pool.MAX_TARGET) {
      throw ControlPlaneException.invalid(
          "target", target + " must be " + least + " to " + Pool.MAX_TARGET);
    }
  }

  /** Returns all pools, oldest first. */
  public List<PoolState> list(Actor actor) {
    actor.requireOperator();
    return context.read(
        tx -> tx.pools().list(actor.orgId()).stream().map(pool -> state(tx, pool)).toList());
  }

  public PoolState find(Actor actor, UUID id) {
    actor.requireOperator();
    return context.read(tx -> state(tx, require(tx, actor, id)));
  }

  /** Sets how many warm clones to keep; 0 drains the pool. */
  public PoolState resize(Actor actor, UUID id, int target) {
    actor.requireOperator();
    PoolState changed = context.change(actor, tx -> resize(tx, actor, id, target));
    context.loop().enqueue(id);
    return changed;
  }

  private PoolState resize(Transaction tx, Actor actor, UUID id, int target) {
    Pool present = require(tx, actor, id);
    requireTarget(target, 0);
    Pool pool = present.withTarget(target);
    tx.pools().update(pool);
    schedule(tx, pool, context.now());
    context.audit(tx, actor, "pool.changed", "pool", id, auditMetadata(pool));
    return state(tx, pool);
  }

  /** Deletes a pool and its unclaimed warm clones. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Pool pool = require(tx, actor, id);
    List<Instance> warm = lockedWarm(tx, pool);
    warm.forEach(one -> PoolReconciler.drop(tx, one, context.now()));
    tx.pools().delete(actor.orgId(), id);
    context.audit(tx, actor, "pool.deleted", "pool", id, auditMetadata(pool));
    return warm.stream().map(Instance::id).toList();
  }

  private static List<Instance> lockedWarm(Transaction tx, Pool pool) {
    return tx.instances().ofPool(pool.orgId(), pool.id()).stream()
        .map(one -> tx.instances().lock(pool.orgId(), one.id()))
        .flatMap(Optional::stream)
        .filter(one -> one.phase() != InstancePhase.TERMINATING)
        .toList();
  }

  private static PoolState state(Transaction tx, Pool pool) {
    Optional<GoldenVersion> version = PoolReconciler.version(tx, pool);
    int number = version.map(GoldenVersion::number).orElse(0);
    List<Instance> warm =
        tx.instances().ofPool(pool.orgId(), pool.id()).stream()
            .filter(one -> one.spec().golden().version() == number)
            .toList();
    long ready = warm.stream().filter(one -> one.phase() == InstancePhase.READY).count();
    UUID asked = pool.clusterId();
    return new PoolState(
        pool, number, (int) ready, asked == null ? clusterId(version, warm) : asked);
  }

  private static @Nullable UUID clusterId(Optional<GoldenVersion> version, List<Instance> warm) {
    Set<UUID> used = warm.stream().map(Instance::clusterId).collect(Collectors.toSet());
    return version
        .map(GoldenVersion::clusterId)
        .orElseGet(() -> used.size() == 1 ? used.iterator().next() : null);
  }

  private static void schedule(Transaction tx, Pool pool, Instant now) {
    tx.work().schedule(WorkItem.due(WorkKind.POOL, pool.orgId(), pool.id(), null, now));
  }

  private static Pool require(Transaction tx, Actor actor, UUID id) {
    return tx.pools()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("pool", id));
  }

  private static Map<String, Object> auditMetadata(Pool pool) {
    return Map.of("golden", pool.golden(), "target", pool.target());
  }
}

package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Timestamps;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Time-limited clones. A member acts on its own; an admin on all of the organisation, credentials
 * excepted.
 */
public final class Instances {
  private final ControlContext context;
  private final Clusters clusters;
  private final Launcher launcher;
  private final CredentialFetcher credentialFetcher;

  /**
   * An instance to launch.
   *
   * @param ttl how long it lives
   * @param version 0 for the latest
   */
  public record Launch(String golden, InstanceSize size, Ttl ttl, int version) {
    /** Refuses an empty name and a negative version. */
    public Launch {
      Objects.requireNonNull(size);
      Objects.requireNonNull(ttl);
      if (golden.isEmpty()) {
        throw ControlPlaneException.invalidBecause("golden", "must not be empty");
      }
      if (version < 0) {
        throw ControlPlaneException.invalidBecause("version", "must be a positive number, or 0");
      }
    }

    /** A small clone of the latest version. */
    public static Launch latest(String golden, Ttl ttl) {
      return new Launch(golden, InstanceSize.SMALL, ttl, 0);
    }
  }

  Instances(ControlContext context, Clusters clusters, CredentialFetcher credentialFetcher) {
    this.context = context;
    this.clusters = clusters;
    this.launcher = new Launcher(context, clusters);
    this.credentialFetcher = credentialFetcher;
  }

  /** Accepts the launch of a clone, within the quota. */
  public Instance launch(Caller caller, Launch command) {
    return launch(caller, command, IdempotencyKey.none());
  }

  /** The same, kept under the key. */
  public Instance launch(Caller caller, Launch command, IdempotencyKey<Instance> key) {
    Instance instance =
        context.change(caller, key, (tx, actor) -> launcher.launch(tx, actor, command));
    context.loop().enqueue(instance.id());
    return instance;
  }

  /** The caller's instances, or all of the organisation for an admin, oldest first. */
  public List<Instance> list(Caller caller) {
    return context.read(
        caller,
        (tx, actor) ->
            actor.isAdmin()
                ? tx.instances().list(actor.orgId()).stream().filter(i -> !i.isWarm()).toList()
                : tx.instances().listOwnedBy(actor.orgId(), actor.userId()));
  }

  public Instance find(Caller caller, UUID id) {
    return context.read(
        caller, (tx, actor) -> requireOwned(actor, id, tx.instances().find(actor.orgId(), id)));
  }

  /** The instance once its phase will not change by itself, or as it is when the time is up. */
  public CompletableFuture<Instance> awaitSettled(Actor actor, UUID id, Duration atMost) {
    return context
        .loop()
        .changeNotifier()
        .await(id, () -> find(actor, id), instance -> instance.phase().isSettled(), atMost);
  }

  /**
   * The credentials, fetched live from the data plane. For the owner alone; the read is audited.
   */
  public Credentials credentials(Actor actor, UUID id) {
    Instance instance = find(actor, id);
    if (!instance.ownerId().equals(actor.userId())) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "only the owner may read the credentials of instance " + id);
    }
    if (instance.phase() != InstancePhase.READY) {
      throw ControlPlaneException.of(
          ErrorCode.CREDENTIALS_NOT_READY,
          "instance " + id + " is " + instance.phase().wireName() + "; wait until it is Ready");
    }
    Credentials credentials = credentialFetcher.fetch("instance", id, instance.clusterId());
    context
        .store()
        .useTransaction(
            tx -> context.audit(tx, actor, "instance.credentials.read", "instance", id, Map.of()));
    return credentials;
  }

  /** Accepts the destruction; repeating it changes nothing. */
  public void destroy(Actor actor, UUID id) {
    context.change(actor, tx -> destroy(tx, actor, id));
    context.loop().enqueue(id);
  }

  private Instance destroy(Transaction tx, Actor actor, UUID id) {
    Instance instance = lock(tx, actor, id);
    if (instance.phase() != InstancePhase.TERMINATING) {
      destroy(context, tx, actor, instance);
    }
    return instance;
  }

  /** Marks a locked instance for destruction, in the caller's transaction. */
  static void destroy(ControlContext context, Transaction tx, Actor actor, Instance locked) {
    tx.instances().update(locked.deletionRequested());
    schedule(context, tx, locked);
    context.audit(
        tx,
        actor,
        "instance.destroyed",
        "instance",
        locked.id(),
        Map.of("golden", locked.spec().golden().name()));
  }

  /** Clones the same version anew, discarding every change. */
  public Instance reset(Actor actor, UUID id) {
    return reset(actor, id, IdempotencyKey.none());
  }

  /** The same, kept under the key. */
  public Instance reset(Actor actor, UUID id, IdempotencyKey<Instance> key) {
    return change(actor, id, key, "instance.reset", (tx, instance) -> Instance::resetRequested);
  }

  /**
   * Clones the latest version anew.
   *
   * @param golden another lineage to clone from; empty for the instance's own
   */
  public Instance refresh(Actor actor, UUID id, String golden) {
    return refresh(actor, id, golden, IdempotencyKey.none());
  }

  /** The same, kept under the key. */
  public Instance refresh(Actor actor, UUID id, String golden, IdempotencyKey<Instance> key) {
    return change(
        actor,
        id,
        key,
        "instance.refreshed",
        (tx, instance) -> {
          String name = golden.isEmpty() ? instance.spec().golden().name() : golden;
          ResolvedVersion resolved = ResolvedVersion.resolve(tx, actor, name, 0);
          requireSameCluster(instance, resolved);
          return checked -> checked.refreshRequested(resolved.ref());
        });
  }

  private static void requireSameCluster(Instance instance, ResolvedVersion resolved) {
    UUID holder = resolved.version().clusterId();
    if (holder != null && !holder.equals(instance.clusterId())) {
      throw ControlPlaneException.invalidBecause(
          "golden",
          "'"
              + resolved.golden().name()
              + "' has no visible ready version on the instance's cluster; launch a new instance");
    }
  }

  /** Moves the end to now + ttl, which must lie after the present end. */
  public Instance extend(Actor actor, UUID id, Ttl ttl) {
    return extend(actor, id, ttl, IdempotencyKey.none());
  }

  /** The same, kept under the key. */
  public Instance extend(Actor actor, UUID id, Ttl ttl, IdempotencyKey<Instance> key) {
    return change(
        actor,
        id,
        key,
        "instance.extended",
        (tx, instance) -> {
          Instant end = context.now().plus(ttl.duration());
          if (!end.isAfter(instance.spec().expiresAt())) {
            throw ControlPlaneException.invalidBecause(
                "ttl",
                "must extend past the current expiry "
                    + Timestamps.text(instance.spec().expiresAt()));
          }
          return checked -> checked.extended(ttl, end);
        });
  }

  /** Refuses what is invalid; conflicts are looked for after it, and then the step is taken. */
  private interface Change {
    UnaryOperator<Instance> check(Transaction tx, Instance instance);
  }

  private Instance change(
      Actor actor, UUID id, IdempotencyKey<Instance> key, String action, Change change) {
    Instance changed = context.change(actor, key, tx -> change(tx, actor, id, action, change));
    context.loop().enqueue(id);
    return changed;
  }

  private Instance change(Transaction tx, Actor actor, UUID id, String action, Change change) {
    Instance instance = lock(tx, actor, id);
    UnaryOperator<Instance> step = change.check(tx, instance);
    if (instance.phase() == InstancePhase.TERMINATING) {
      throw ControlPlaneException.conflict("instance " + id + " is being destroyed");
    }
    Instance next = clusters.orOffline(tx, step.apply(instance));
    tx.instances().update(next);
    schedule(context, tx, next);
    context.audit(tx, actor, action, "instance", id, auditMetadata(next));
    return next;
  }

  private static Map<String, @Nullable Object> auditMetadata(Instance instance) {
    return Map.of(
        "golden", instance.spec().golden().name(),
        "version", instance.spec().golden().version(),
        "expires_at", Timestamps.text(instance.spec().expiresAt()));
  }

  /** Has the loop look at the instance, in the caller's transaction. */
  static void schedule(ControlContext context, Transaction tx, Instance instance) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.INSTANCE,
                instance.orgId(),
                instance.id(),
                instance.clusterId(),
                context.now()));
  }

  private static Instance lock(Transaction tx, Actor actor, UUID id) {
    return requireOwned(actor, id, tx.instances().lock(actor.orgId(), id));
  }

  /** A warm clone is nobody's instance yet: its pool alone may change it. */
  private static Instance requireOwned(Actor actor, UUID id, Optional<Instance> found) {
    Instance instance = found.filter(one -> !one.isWarm()).orElseThrow(() -> notFound(id));
    if (!actor.isAdmin() && !instance.ownerId().equals(actor.userId())) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "instance " + instance.id() + " belongs to another member");
    }
    return instance;
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("instance", id);
  }
}

package dev.goldenrod.control;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Clones with a limited lifetime. A member may use its own; an operator all of the organization,
 * except for credentials.
 */
public final class Instances {
  private final ControlContext context;
  private final InstanceAccess access;
  private final Launcher launcher;
  private final InstanceChanges changes;
  private final ResourceWaiter waiter;
  private final KeyedCommands<Instance> keyed;

  /**
   * An instance to launch.
   *
   * @param version 0 for the latest
   * @param cluster the cluster's name or id; empty for any that holds the data
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter; null for none
   */
  public record Launch(
      String golden,
      InstanceSize size,
      Ttl ttl,
      int version,
      String cluster,
      @Nullable String name) {
    public Launch {
      Objects.requireNonNull(size);
      Objects.requireNonNull(ttl);
      if (golden.isEmpty()) {
        throw ControlPlaneException.invalidBecause("golden", "must not be empty");
      }
      if (version < 0) {
        throw ControlPlaneException.invalidBecause("version", "must be a positive number, or 0");
      }
      Objects.requireNonNull(cluster);
      if (name != null) {
        ResourceTextValidator.requireName(name);
      }
    }

    public Launch(String golden, InstanceSize size, Ttl ttl, int version) {
      this(golden, size, ttl, version, "", null);
    }

    /** Returns a launch of a small clone of the latest version. */
    public static Launch latest(String golden, Ttl ttl) {
      return new Launch(golden, InstanceSize.SMALL, ttl, 0);
    }

    /** Like {@link #latest(String, Ttl)}, for whole seconds from one second to 8760 hours. */
    public static Launch latest(String golden, Duration life) {
      return latest(golden, new Ttl(life));
    }

    /** Returns the same launch with another size. */
    public Launch withSize(InstanceSize other) {
      return new Launch(golden, other, ttl, version, cluster, name);
    }

    /** Returns the same launch with another version. */
    public Launch withVersion(int number) {
      return new Launch(golden, size, ttl, number, cluster, name);
    }

    /** Returns the same launch in the cluster of that name or id. */
    public Launch inCluster(String nameOrId) {
      return new Launch(golden, size, ttl, version, nameOrId, name);
    }

    /** Returns the same launch with another name. */
    public Launch named(String other) {
      return new Launch(golden, size, ttl, version, cluster, other);
    }
  }

  Instances(ControlContext context, CredentialFetcher credentialFetcher, String namespace) {
    this.context = context;
    this.access = new InstanceAccess(context, credentialFetcher);
    this.changes = new InstanceChanges(context);
    this.launcher = new Launcher(context, new ClusterSelection(context), changes, namespace);
    this.waiter = new ResourceWaiter(context);
    this.keyed = context.keyed(Instance::id, this::find);
  }

  /**
   * Accepts the launch of a clone, within the quota.
   *
   * @throws ControlPlaneException also if the owner has an instance of that name, until it is gone
   */
  public Instance launch(Actor actor, Launch command) {
    return launch(actor, command, Idempotency.none());
  }

  /** Like {@link #launch(Actor, Launch)}, once per idempotency key. */
  public Instance launch(Actor actor, Launch command, Idempotency<Instance> idempotency) {
    requireInScope(actor, command.golden());
    return keyed.once(actor, idempotency, command, key -> launched(actor, command, key));
  }

  private Instance launched(Actor actor, Launch command, Idempotency<Instance> key) {
    long begun = System.nanoTime();
    Instance instance = context.change(actor, key, tx -> launcher.launch(tx, actor, command));
    context.loop().enqueue(instance.id());
    if (instance.phase() == InstancePhase.READY) {
      Duration time = Duration.ofNanos(System.nanoTime() - begun);
      context.loop().observer().launched(instance.spec().golden().name(), true, time);
    }
    return instance;
  }

  private static void requireInScope(Actor actor, String golden) {
    if (!actor.scopes().allowsGolden(golden)) {
      throw actor.scopes().missing("golden:" + golden);
    }
  }

  /** Returns the caller's instances, or all of the organization for an operator, oldest first. */
  public List<Instance> list(Caller caller) {
    return context.read(
        caller,
        (tx, actor) -> {
          InstanceAccess.requireScope(actor);
          List<Instance> all =
              actor.isOperator()
                  ? tx.instances().list(actor.orgId())
                  : tx.instances().listOwnedBy(actor.orgId(), actor.userId());
          return all.stream()
              .filter(one -> !one.isWarm() && InstanceAccess.mayUse(actor, one))
              .toList();
        });
  }

  /** Returns a page of the caller's instances, or of all for an operator, oldest first. */
  public Page<Instance> list(Caller caller, PageRequest page) {
    return context.read(
        caller,
        (tx, actor) -> {
          InstanceAccess.requireScope(actor);
          UUID owner = actor.isOperator() ? null : actor.userId();
          return page.read(
              "instances",
              (after, limit) -> tx.instances().page(actor.orgId(), owner, after, limit),
              instance -> InstanceAccess.mayUse(actor, instance));
        });
  }

  /**
   * Returns the clones of a golden, oldest first: the caller's, or all members' for an operator.
   */
  public List<Instance> ofGolden(Caller caller, UUID goldenId) {
    return context.read(
        caller,
        (tx, actor) -> {
          InstanceAccess.requireScope(actor);
          return tx.instances().ofGolden(actor.orgId(), goldenId).stream()
              .filter(one -> !one.isWarm() && InstanceAccess.mayUse(actor, one))
              .toList();
        });
  }

  /**
   * Returns the instances of that name, oldest first: the caller's, or all members' for an
   * operator. Empty if the text is not a valid name.
   */
  public List<Instance> listNamed(Caller caller, String name) {
    return context.read(
        caller,
        (tx, actor) -> {
          InstanceAccess.requireScope(actor);
          return Optional.of(name).filter(ResourceTextValidator::isName).stream()
              .flatMap(possible -> tx.instances().named(actor.orgId(), possible).stream())
              .filter(one -> InstanceAccess.mayUse(actor, one))
              .toList();
        });
  }

  public Instance find(Caller caller, UUID id) {
    return context.read(
        caller,
        (tx, actor) ->
            InstanceAccess.requireOwned(actor, id, tx.instances().find(actor.orgId(), id)));
  }

  /** Returns the instance once its phase is settled, or as it is at the timeout. */
  public CompletableFuture<Instance> awaitSettled(Actor actor, UUID id, Duration atMost) {
    return waiter.awaitAsync(id, () -> find(actor, id), one -> one.phase().isSettled(), atMost);
  }

  /**
   * Blocks until the instance is Ready, and returns it.
   *
   * @throws AwaitFailedException if it failed or is being deleted, or at the timeout
   * @throws ControlPlaneException if it does not exist, or no longer
   */
  public Instance awaitReady(Actor actor, UUID id, Duration atMost) {
    return waiter.awaitReady(id, () -> find(actor, id), atMost);
  }

  /**
   * Blocks until the instance is gone, after {@link #delete}. Returns at once if there is none.
   *
   * @throws AwaitFailedException at the timeout
   */
  public void awaitDeleted(Actor actor, UUID id, Duration atMost) {
    waiter.awaitDeleted(id, () -> find(actor, id), atMost);
  }

  /**
   * Returns the credentials from the data plane, for the owner only, and audits the read.
   *
   * @throws ControlPlaneException also if the owner was disabled or removed in the meantime
   */
  public Credentials credentials(Actor actor, UUID id) {
    return access.credentials(actor, find(actor, id));
  }

  /** Returns the credentials if they differ from {@code copy}; otherwise empty, and not audited. */
  public Optional<Credentials> changedCredentials(
      Actor actor, UUID id, @Nullable Credentials copy) {
    return access.changedCredentials(actor, find(actor, id), copy);
  }

  /** Replaces the credentials, as {@link Databases#resetCredentials} does; the data is kept. */
  public Credentials resetCredentials(Actor actor, UUID id) {
    return access.resetCredentials(actor, find(actor, id));
  }

  /** Accepts the deletion; idempotent. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Instance instance = InstanceAccess.lock(tx, actor, id);
    if (instance.phase() != InstancePhase.TERMINATING) {
      changes.delete(tx, actor, instance);
    }
    return List.of(id);
  }

  /** Replaces the instance by a new clone of the same version, discarding all changes. */
  public Instance reset(Actor actor, UUID id) {
    return reset(actor, id, Idempotency.none());
  }

  /** Like {@link #reset(Actor, UUID)}, once per idempotency key. */
  public Instance reset(Actor actor, UUID id, Idempotency<Instance> idempotency) {
    return keyed.once(
        actor, idempotency, List.of("reset", id), key -> changes.reset(actor, id, key));
  }

  /**
   * Replaces the instance by a new clone of the latest version.
   *
   * @param golden another golden to clone; empty for the instance's own
   */
  public Instance refresh(Actor actor, UUID id, String golden) {
    return refresh(actor, id, golden, Idempotency.none());
  }

  /** Like {@link #refresh(Actor, UUID, String)}, once per idempotency key. */
  public Instance refresh(Actor actor, UUID id, String golden, Idempotency<Instance> idempotency) {
    if (!golden.isEmpty()) {
      requireInScope(actor, golden);
    }
    return keyed.once(
        actor,
        idempotency,
        List.of("refresh", id, golden),
        key -> changes.refresh(actor, id, golden, key));
  }

  /** Sets the expiry to now + ttl, which must be later than the present expiry. */
  public Instance extend(Actor actor, UUID id, Ttl ttl) {
    return extend(actor, id, ttl, Idempotency.none());
  }

  /** Like {@link #extend(Actor, UUID, Ttl)}, once per idempotency key. */
  public Instance extend(Actor actor, UUID id, Ttl ttl, Idempotency<Instance> idempotency) {
    return keyed.once(
        actor, idempotency, List.of("extend", id, ttl), key -> changes.extend(actor, id, ttl, key));
  }
}

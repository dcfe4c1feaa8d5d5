package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Deletion;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.reconcile.DataPlanes;
import dev.goldenrod.reconcile.ReconcileLoop;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The collaborators of all use cases.
 *
 * @param clusterNames a cache of cluster names by id; names never change, so each is read once
 * @param deleteGrace how long deleted resources can be restored; zero to remove them at once
 */
record ControlContext(
    Store store,
    Clock clock,
    IdGenerator ids,
    ReconcileLoop loop,
    IdempotencyKeys idempotencyKeys,
    ConcurrentMap<UUID, String> clusterNames,
    Duration deleteGrace,
    MaskingPolicy maskingPolicy) {
  /** Returns the time in whole milliseconds, as it is stored. */
  Instant now() {
    return now(clock);
  }

  /** Returns the clock's time in whole milliseconds, as it is stored. */
  static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns a deletion by the actor, which can be undone until the grace period ends. */
  Deletion deletion(Actor actor) {
    return new Deletion(now(), actor.userId(), now().plus(deleteGrace));
  }

  boolean retainsDeleted() {
    return !deleteGrace.isZero();
  }

  UUID newId() {
    return ids.next();
  }

  DataPlanes dataPlanes() {
    return loop.dataPlanes();
  }

  /**
   * Calls the cluster's data plane.
   *
   * @param refusal makes the exception for the message of a data plane that refuses
   * @throws ControlPlaneException also if the data plane is offline or unreachable
   */
  <T> T callDataPlane(
      UUID clusterId,
      Function<DataPlane, T> work,
      Function<String, ControlPlaneException> refusal) {
    try {
      return dataPlanes()
          .call(clusterId, work)
          .orElseThrow(() -> ControlPlaneException.offline(clusterId));
    } catch (DataPlaneUnreachableException lost) {
      throw ControlPlaneException.of(
          ErrorCode.DATA_PLANE_UNREACHABLE, String.valueOf(lost.getMessage()));
    } catch (DataPlaneOfflineException offline) {
      throw ControlPlaneException.offline(clusterId);
    } catch (DataPlaneException refused) {
      throw refusal.apply(String.valueOf(refused.getMessage()));
    }
  }

  /** Returns the refusal of work without a cluster, because none was registered or reached yet. */
  ControlPlaneException noCluster() {
    return dataPlanes()
        .pendingReason()
        .map(why -> ControlPlaneException.of(ErrorCode.DATA_PLANE_UNREACHABLE, why))
        .orElseGet(
            () -> ControlPlaneException.of(ErrorCode.NO_CLUSTER, "org has no registered cluster"));
  }

  /** Reads in one transaction. */
  <R> R read(Function<Transaction, R> work) {
    return store.inTransaction(work);
  }

  /**
   * Reads on the caller's behalf in one transaction, which also resolves the caller's token.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} if the token is unknown or
   *     expired, or its member disabled
   */
  <R> R read(Caller caller, BiFunction<Transaction, Actor, R> work) {
    return read(tx -> work.apply(tx, actor(tx, caller)));
  }

  Actor actor(Transaction tx, Caller caller) {
    return caller instanceof Caller.TokenHolder holder
        ? tx.users()
            .findByToken(Tokens.sha256(holder.token()), now())
            .filter(owner -> owner.user().isActive())
            .map(TokenOwner::actor)
            .orElseThrow(
                () -> ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the token is not valid"))
        : (Actor) caller;
  }

  /**
   * Makes a change in one transaction, which locks the organization.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} if the actor was disabled or
   *     removed in the meantime; also if the actor may not make changes
   */
  <R> R change(Actor actor, Function<Transaction, R> work) {
    return change(actor, Idempotency.none(), work);
  }

  /** Makes a change of the actor's own account, which a viewer may change too. */
  <R> R changeAccount(Actor actor, Function<Transaction, R> work) {
    return changeAccount(actor, Idempotency.none(), work);
  }

  <R> R changeAccount(Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    actor.requireUnscoped();
    return execute(actor, idempotency, work);
  }

  <R> R change(Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    actor.requireChange();
    return execute(actor, idempotency, work);
  }

  /**
   * Deletes like {@link #change}, once per idempotency key, and enqueues what has to be reconciled.
   *
   * @param command the deletion; its text distinguishes it from other commands
   * @param work returns the ids to reconcile
   */
  void delete(
      Actor actor,
      Idempotency<Boolean> idempotency,
      List<?> command,
      Function<Transaction, List<UUID>> work) {
    actor.requireChange();
    deleteOnce(actor, idempotency, command, work);
  }

  /** Like {@link #delete}, for resources of the actor's account, which a viewer may delete. */
  void deleteFromAccount(
      Actor actor,
      Idempotency<Boolean> idempotency,
      List<?> command,
      Function<Transaction, List<UUID>> work) {
    actor.requireUnscoped();
    deleteOnce(actor, idempotency, command, work);
  }

  private void deleteOnce(
      Actor actor,
      Idempotency<Boolean> idempotency,
      List<?> command,
      Function<Transaction, List<UUID>> work) {
    new KeyedCommands<Boolean>(idempotencyKeys, done -> "", (asking, kept) -> true)
        .once(actor, idempotency, command, key -> deleteAndEnqueue(actor, key, work));
  }

  private boolean deleteAndEnqueue(
      Actor actor, Idempotency<Boolean> key, Function<Transaction, List<UUID>> work) {
    List<UUID> changed = new ArrayList<>();
    boolean isDone =
        execute(
            actor,
            key,
            tx -> {
              // The store may run a transaction again.
              changed.clear();
              changed.addAll(work.apply(tx));
              return true;
            });
    changed.forEach(loop::enqueue);
    return isDone;
  }

  private <R> R execute(Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    return store.inTransaction(
        tx ->
            idempotency.isKeyed()
                ? changeWithStoredAnswer(tx, actor, idempotency, work)
                : change(tx, actor, work));
  }

  private static <R> R change(Transaction tx, Actor actor, Function<Transaction, R> work) {
    tx.lockOrg(actor.orgId());
    requireActive(tx, actor);
    return work.apply(tx);
  }

  private <R> R changeWithStoredAnswer(
      Transaction tx, Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    IdempotencyKeys.reserve(tx, actor, idempotency, now());
    R result = change(tx, actor, work);
    // The answer's text may name clusters, but must not start another transaction to read them.
    tx.clusters().list(actor.orgId()).forEach(one -> clusterNames.put(one.id(), one.name()));
    tx.idempotency().update(idempotency.answered(actor.userId(), result, now()));
    return result;
  }

  /** Returns commands whose result is a resource that is found again by its id. */
  <R> KeyedCommands<R> keyed(Function<R, UUID> id, BiFunction<Actor, UUID, R> find) {
    return new KeyedCommands<>(
        idempotencyKeys,
        result -> id.apply(result).toString(),
        (actor, stored) -> find.apply(actor, UUID.fromString(stored)));
  }

  /** Checked in each change, so that a member removed concurrently leaves nothing behind. */
  static User requireActive(Transaction tx, Actor actor) {
    return tx.users()
        .find(actor.orgId(), actor.userId())
        .filter(User::isActive)
        .orElseThrow(
            () ->
                ControlPlaneException.of(
                    ErrorCode.UNAUTHORIZED, "the member was removed or disabled"));
  }

  /** Schedules a reconciliation of the resource now, in the transaction. */
  void schedule(Transaction tx, WorkKind kind, UUID orgId, UUID id, @Nullable UUID clusterId) {
    tx.work().schedule(WorkItem.due(kind, orgId, id, clusterId, now()));
  }

  /** Audits the actor's change, in the transaction. */
  void audit(
      Transaction tx,
      Actor actor,
      String action,
      String noun,
      UUID id,
      Map<String, @Nullable Object> metadata) {
    audit(tx, actor.orgId(), action, actor.userId(), noun + "/" + id, metadata);
  }

  /** Audits an event, in the transaction; without an actor if {@code actorId} is null. */
  void audit(
      Transaction tx,
      UUID orgId,
      String action,
      @Nullable UUID actorId,
      String target,
      Map<String, @Nullable Object> metadata) {
    tx.audit().append(new AuditEvent(newId(), orgId, action, actorId, target, metadata, now()));
  }
}

package dev.goldenrod.control.context;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Deletion;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.ReconcileLoop;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What every use case needs to work.
 *
 * @param deleteGrace how long what was deleted can be restored; zero to remove it at once
 */
public record ControlContext(
    Store store,
    Clock clock,
    IdGenerator ids,
    ReconcileLoop loop,
    KeyedRequests keyedRequests,
    ClusterNames clusterNames,
    Duration deleteGrace) {
  /** The present time, as exact as it is stored. */
  public Instant now() {
    return now(clock);
  }

  /** The clock's time, as exact as it is stored. */
  public static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** What is deleted by that actor now, to be restored until the grace is over. */
  public Deletion deletion(Actor actor) {
    return new Deletion(now(), actor.userId(), now().plus(deleteGrace));
  }

  /** Whether what is deleted can be restored for a while. */
  public boolean keepsDeleted() {
    return !deleteGrace.isZero();
  }

  public UUID newId() {
    return ids.next();
  }

  /** Refuses work for which the organisation has no cluster: not yet, or not at all. */
  public ControlPlaneException noCluster() {
    return loop.dataPlanes()
        .awaited()
        .map(why -> ControlPlaneException.of(ErrorCode.DATA_PLANE_UNREACHABLE, why))
        .orElseGet(
            () -> ControlPlaneException.of(ErrorCode.NO_CLUSTER, "org has no registered cluster"));
  }

  /**
   * Reads on the caller's behalf in one transaction, in which a token is looked up as well.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} when the caller's token is
   *     unknown or expired, or its member disabled
   */
  public <R> R read(Caller caller, BiFunction<Transaction, Actor, R> work) {
    return store.inTransaction(tx -> work.apply(tx, actor(tx, caller)));
  }

  /**
   * The member on whose behalf something is done; one whose token was not looked up is looked up.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} as {@link #read} does
   */
  public Actor actor(Transaction tx, Caller caller) {
    return caller instanceof Caller.TokenHolder holder
        ? tx.users()
            .findByToken(Secrets.sha256(holder.token()), now())
            .filter(owner -> owner.user().isActive())
            .map(TokenOwner::actor)
            .orElseThrow(
                () -> ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the token is not valid"))
        : (Actor) caller;
  }

  /**
   * Makes the actor's change in one transaction, which has the organisation to itself.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} when the actor was disabled
   *     or removed meanwhile, and for who may make no changes
   */
  public <R> R change(Actor actor, Function<Transaction, R> work) {
    return change(actor, Idempotency.none(), work);
  }

  /** The same of the actor's own account, which a viewer may change as well. */
  public <R> R changeAccount(Actor actor, Function<Transaction, R> work) {
    return changeAccount(actor, Idempotency.none(), work);
  }

  /** The same, kept under the key of the idempotency, if it has one. */
  public <R> R changeAccount(
      Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    actor.requireUnscoped();
    return carryOut(actor, idempotency, work);
  }

  /** The same, kept under the key of the idempotency, if it has one. */
  public <R> R change(Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    actor.requireChange();
    return carryOut(actor, idempotency, work);
  }

  /**
   * Makes the actor's deletion as {@link #change} does, once for all calls with the key of the
   * idempotency, and lets the loop work on what it concerns.
   *
   * @param command what is deleted, told from other commands by its text
   * @param work returns the ids that the loop has to look at
   */
  public void delete(
      Actor actor,
      Idempotency<Boolean> idempotency,
      List<?> command,
      Function<Transaction, List<UUID>> work) {
    actor.requireChange();
    deleteOnce(actor, idempotency, command, work);
  }

  /**
   * Like {@link #delete}, of what belongs to the actor's account, which a viewer may delete too.
   */
  public void deleteOfAccount(
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
    new KeyedCommands<Boolean>(keyedRequests, done -> "", (asking, kept) -> true)
        .once(actor, idempotency, command, key -> deleteAndEnqueue(actor, key, work));
  }

  private boolean deleteAndEnqueue(
      Actor actor, Idempotency<Boolean> key, Function<Transaction, List<UUID>> work) {
    List<UUID> changed = new ArrayList<>();
    boolean isDone =
        carryOut(
            actor,
            key,
            tx -> {
              // Transactions may be run again.
              changed.clear();
              changed.addAll(work.apply(tx));
              return true;
            });
    changed.forEach(loop::enqueue);
    return isDone;
  }

  private <R> R carryOut(Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    return store.inTransaction(
        tx ->
            idempotency.isKeyed()
                ? keptChange(tx, actor, idempotency, work)
                : change(tx, actor, work));
  }

  private static <R> R change(Transaction tx, Actor actor, Function<Transaction, R> work) {
    tx.lockOrg(actor.orgId());
    requireActive(tx, actor);
    return work.apply(tx);
  }

  private <R> R keptChange(
      Transaction tx, Actor actor, Idempotency<R> idempotency, Function<Transaction, R> work) {
    KeyedRequests.reserve(tx, actor, idempotency, now());
    R result = change(tx, actor, work);
    clusterNames.learn(tx, actor.orgId());
    tx.idempotency().update(idempotency.answered(actor.userId(), result, now()));
    return result;
  }

  /** Commands whose result is a resource, to be found again by its id. */
  public <R> KeyedCommands<R> keyed(Function<R, UUID> id, BiFunction<Actor, UUID, R> find) {
    return KeyedCommands.of(keyedRequests, id, find);
  }

  /** A member that is removed at the same time leaves nothing that is made after the removal. */
  public static User requireActive(Transaction tx, Actor actor) {
    return tx.users()
        .find(actor.orgId(), actor.userId())
        .filter(User::isActive)
        .orElseThrow(() -> ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the member is gone"));
  }

  /** Notes in the transaction that the actor changed the target. */
  public void audit(
      Transaction transaction,
      Actor actor,
      String action,
      String noun,
      UUID id,
      Map<String, @Nullable Object> metadata) {
    String target = noun + "/" + id;
    transaction
        .audit()
        .append(
            new AuditEvent(
                newId(), actor.orgId(), action, actor.userId(), target, metadata, now()));
  }
}

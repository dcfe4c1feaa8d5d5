package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scope;
import dev.goldenrod.port.Transaction;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds instances that an actor may use, and implements their credentials for owners only. */
record InstanceAccess(ControlContext context, CredentialFetcher fetcher) {
  static Instance lock(Transaction tx, Actor actor, UUID id) {
    return requireOwned(actor, id, tx.instances().lock(actor.orgId(), id));
  }

  /** A warm clone counts as missing: it has no owner yet, and only its pool may change it. */
  static Instance requireOwned(Actor actor, UUID id, Optional<Instance> found) {
    requireScope(actor);
    Instance instance =
        found
            .filter(one -> !one.isWarm())
            .orElseThrow(() -> ControlPlaneException.notFound("instance", id));
    if (!isOwn(actor, instance)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "instance " + instance.id() + " belongs to another member");
    }
    if (!isInScope(actor, instance)) {
      throw actor.scopes().missing("golden:" + instance.spec().golden().name());
    }
    return instance;
  }

  /**
   * Returns whether the actor may read the instance: as its owner or an operator, with a token that
   * may read all instances, or use the golden of its own ones.
   */
  static boolean mayUse(Actor actor, Instance instance) {
    return isOwn(actor, instance) && isInScope(actor, instance);
  }

  /** Checks that the token has the read scope or one for a golden. */
  static void requireScope(Actor actor) {
    if (!actor.scopes().allowsReading() && !actor.scopes().has(Scope.Kind.GOLDEN)) {
      throw actor.scopes().missing("the scope golden:<name> or the scope read");
    }
  }

  private static boolean isOwn(Actor actor, Instance instance) {
    return actor.isOperator() || instance.ownerId().equals(actor.userId());
  }

  private static boolean isInScope(Actor actor, Instance instance) {
    return actor.scopes().allowsReading()
        || actor.scopes().allowsGolden(instance.spec().golden().name())
            && instance.ownerId().equals(actor.userId());
  }

  /** Checks that the actor owns the instance and may change it, as its credentials require. */
  static void requireLogin(Actor actor, Instance instance) {
    boolean isOwner = instance.ownerId().equals(actor.userId());
    if (!isOwner || !actor.role().includes(Role.USER)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner may use the credentials of instance " + instance.id());
    }
    if (!isInScope(actor.forChange(), instance)) {
      throw actor.scopes().missing("golden:" + instance.spec().golden().name());
    }
  }

  Credentials credentials(Actor actor, Instance instance) {
    Credentials credentials = fetch(actor, instance);
    auditRead(actor, instance);
    return credentials;
  }

  Optional<Credentials> changedCredentials(
      Actor actor, Instance instance, @Nullable Credentials copy) {
    Credentials credentials = fetch(actor, instance);
    if (credentials.equals(copy)) {
      return Optional.empty();
    }
    auditRead(actor, instance);
    return Optional.of(credentials);
  }

  private Credentials fetch(Actor actor, Instance instance) {
    requireLogin(actor, instance);
    if (instance.phase() != InstancePhase.READY) {
      throw ControlPlaneException.of(
          ErrorCode.CREDENTIALS_NOT_READY,
          "instance %s is %s; wait until it is Ready"
              .formatted(instance.id(), instance.phase().wireName()));
    }
    return fetcher.fetch("instance", instance.id(), type(instance), instance.clusterId());
  }

  private void auditRead(Actor actor, Instance instance) {
    context
        .store()
        .useTransaction(
            tx -> {
              ControlContext.requireActive(tx, actor);
              context.audit(
                  tx,
                  actor,
                  "instance.credentials.read",
                  "instance",
                  instance.id(),
                  instance.labels());
            });
  }

  Credentials resetCredentials(Actor actor, Instance instance) {
    actor.requireChange();
    requireLogin(actor, instance);
    if (instance.phase() != InstancePhase.READY) {
      throw ControlPlaneException.conflictBecause(
          "instance %s is %s; its credentials can be reset only while it is Ready"
              .formatted(instance.id(), instance.phase().wireName()));
    }
    context.change(
        actor,
        tx -> {
          context.audit(
              tx,
              actor,
              "instance.credentials.reset",
              "instance",
              instance.id(),
              instance.labels());
          return instance;
        });
    return fetcher.reset(
        "instance " + instance.id(), instance.id(), type(instance), instance.clusterId());
  }

  private DatabaseType type(Instance instance) {
    return context
        .read(tx -> tx.goldens().find(instance.orgId(), instance.spec().golden().goldenId()))
        .map(golden -> DatabaseType.of(golden.substrate()))
        .orElseThrow(
            () ->
                ControlPlaneException.of(
                    ErrorCode.CREDENTIALS_NOT_READY,
                    "the golden of instance " + instance.id() + " was deleted"));
  }
}

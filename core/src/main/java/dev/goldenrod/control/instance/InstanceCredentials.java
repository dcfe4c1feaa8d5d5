package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.CredentialFetcher;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Implements owner-only credentials of instances as {@code Instances} documents them. */
public record InstanceCredentials(ControlContext context, CredentialFetcher fetcher) {
  public Credentials read(Actor actor, Instance instance) {
    Credentials credentials = fetch(actor, instance);
    auditRead(actor, instance);
    return credentials;
  }

  public Optional<Credentials> changed(Actor actor, Instance instance, @Nullable Credentials copy) {
    Credentials credentials = fetch(actor, instance);
    if (credentials.equals(copy)) {
      return Optional.empty();
    }
    auditRead(actor, instance);
    return Optional.of(credentials);
  }

  private Credentials fetch(Actor actor, Instance instance) {
    InstanceAccess.requireLogin(actor, instance);
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
                  tx, actor, "instance.credentials.read", "instance", instance.id(), Map.of());
            });
  }

  public Credentials reset(Actor actor, Instance instance) {
    actor.requireChange();
    InstanceAccess.requireLogin(actor, instance);
    if (instance.phase() != InstancePhase.READY) {
      throw ControlPlaneException.conflictBecause(
          "instance %s is %s; its credentials can be reset only while it is Ready"
              .formatted(instance.id(), instance.phase().wireName()));
    }
    context.change(
        actor,
        tx -> {
          context.audit(
              tx, actor, "instance.credentials.reset", "instance", instance.id(), Map.of());
          return instance;
        });
    return fetcher.reset(
        "instance " + instance.id(), instance.id(), type(instance), instance.clusterId());
  }

  private DatabaseType type(Instance instance) {
    return context
        .store()
        .inTransaction(
            tx -> tx.goldens().find(instance.orgId(), instance.spec().golden().goldenId()))
        .map(golden -> DatabaseType.of(golden.substrate()))
        .orElseThrow(
            () ->
                ControlPlaneException.of(
                    ErrorCode.CREDENTIALS_NOT_READY,
                    "the golden of instance " + instance.id() + " was deleted"));
  }
}

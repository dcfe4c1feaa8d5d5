package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.UUID;

/** A running database or instance that its owner has a tunnel to. */
sealed interface TunnelTarget {
  UUID id();

  UUID clusterId();

  Actor owner();

  /** Returns whether the target still runs and still belongs to the owner. */
  boolean isStillValid(Transaction tx);

  void audit(ControlContext context, Transaction tx);

  static TunnelTarget database(Transaction tx, Actor actor, String name) {
    Database database = DatabaseAccess.require(tx, actor, name);
    String label = "database '" + name + "'";
    requireOwner(DatabaseAccess.mayLogIn(tx, actor, database), label);
    switch (database.phase()) {
      case RUNNING -> {}
      case PROVISIONING -> throw notReady(label, "provisioning", "running");
      default ->
          throw ControlPlaneException.conflictBecause(
              "database '%s' is %s; tunnels can be opened only to running databases"
                  .formatted(name, database.phase().wireName()));
    }
    return new OfDatabase(actor, database);
  }

  static TunnelTarget instance(Transaction tx, Actor actor, UUID id) {
    Instance instance =
        InstanceAccess.requireOwned(actor, id, tx.instances().find(actor.orgId(), id));
    InstanceAccess.requireLogin(actor, instance);
    if (instance.phase() != InstancePhase.READY) {
      throw notReady("instance " + id, instance.phase().wireName(), "Ready");
    }
    return new OfInstance(actor, instance);
  }

  private static void requireOwner(boolean isOwner, String label) {
    if (!isOwner) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "only the owner may open tunnels to " + label);
    }
  }

  private static ControlPlaneException notReady(String label, String phase, String wanted) {
    return ControlPlaneException.of(
        ErrorCode.TUNNEL_NOT_READY,
        "%s is %s; wait until it is %s".formatted(label, phase, wanted));
  }

  record OfDatabase(Actor owner, Database database) implements TunnelTarget {
    @Override
    public UUID id() {
      return database.id();
    }

    @Override
    public UUID clusterId() {
      return database.clusterId();
    }

    @Override
    public boolean isStillValid(Transaction tx) {
      return tx.databases()
          .find(database.orgId(), database.id())
          .filter(now -> now.phase() == DatabasePhase.RUNNING)
          .filter(now -> now.ownerId().equals(owner.userId()))
          .isPresent();
    }

    @Override
    public void audit(ControlContext context, Transaction tx) {
      new DatabaseAccess(context).audit(tx, owner, database, "tunnel.opened");
    }
  }

  record OfInstance(Actor owner, Instance instance) implements TunnelTarget {
    @Override
    public UUID id() {
      return instance.id();
    }

    @Override
    public UUID clusterId() {
      return instance.clusterId();
    }

    @Override
    public boolean isStillValid(Transaction tx) {
      return tx.instances()
          .find(instance.orgId(), instance.id())
          .filter(now -> now.phase() == InstancePhase.READY)
          .filter(now -> now.ownerId().equals(owner.userId()))
          .filter(now -> now.spec().resetGeneration() == instance.spec().resetGeneration())
          .isPresent();
    }

    @Override
    public void audit(ControlContext context, Transaction tx) {
      context.audit(
          tx, owner, "instance.tunnel.opened", "instance", instance.id(), instance.labels());
    }
  }
}

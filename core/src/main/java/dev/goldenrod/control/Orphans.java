package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.member.Actor;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Resources of data planes that the store does not know, in quarantine until they are deleted. */
public final class Orphans {
  private final ControlContext context;
  private final OrphanRestore restore;

  Orphans(ControlContext context) {
    this.context = context;
    this.restore = new OrphanRestore(context);
  }

  /** A restored orphan: {@code database} or {@code golden}, and its name, possibly generated. */
  public record Restored(String noun, String name) {}

  /** Returns all orphans, oldest first. Operators only. */
  public List<Orphan> list(Actor actor) {
    actor.requireOperator();
    return context.store().inTransaction(tx -> tx.orphans().list(actor.orgId()));
  }

  /**
   * Restores an orphan. A database becomes the actor's, and starts with its former data, login and
   * endpoint. A snapshot becomes a new database. The volume of a version becomes the first version
   * of a new golden, or a version of its former golden. Operators only.
   *
   * @throws ControlPlaneException if there is no such orphan, or its data is not complete
   */
  public Restored restore(Actor actor, UUID id) {
    actor.requireOperator();
    return context.change(
        actor,
        tx -> {
          Orphan orphan = require(tx, actor, id);
          Restored restored = restore.restore(tx, actor, orphan);
          tx.orphans().delete(actor.orgId(), id);
          audit(tx, actor, orphan, "restored");
          return restored;
        });
  }

  /**
   * Schedules the orphan and its data for deletion at the next collection: within ten minutes, or
   * when a server with its data plane starts. Operators only.
   *
   * @throws ControlPlaneException if there is no such orphan
   */
  public Orphan delete(Actor actor, UUID id) {
    actor.requireOperator();
    return context.change(
        actor,
        tx -> {
          Orphan due = require(tx, actor, id).deletedFrom(context.now());
          tx.orphans().update(due);
          audit(tx, actor, due, "deleted");
          return due;
        });
  }

  private static Orphan require(Transaction tx, Actor actor, UUID id) {
    return tx.orphans()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("orphan", id));
  }

  private void audit(Transaction tx, Actor actor, Orphan orphan, String action) {
    context.audit(
        tx,
        actor,
        "orphan." + action,
        "orphan",
        orphan.id(),
        Map.of("kind", orphan.kind().wireName(), "reference", orphan.reference()));
  }
}

package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.member.Actor;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What data planes hold and the store does not know, in quarantine until its time is up. */
public final class Orphans {
  private final ControlContext context;
  private final OrphanRestore restore;

  Orphans(ControlContext context) {
    this.context = context;
    this.restore = new OrphanRestore(context);
  }

  /**
   * What an orphan came back as.
   *
   * @param noun {@code database} or {@code golden}
   * @param name of the database or golden, an unused one made up where it needs one
   */
  public record Restored(String noun, String name) {}

  /** All of them, oldest first. Operators only. */
  public List<Orphan> list(Actor actor) {
    actor.requireOperator();
    return context.store().inTransaction(tx -> tx.orphans().list(actor.orgId()));
  }

  /**
   * Makes the orphan the store's own: a database is the actor's and starts with the data, login and
   * endpoint that it had; a snapshot comes with a new database that is made of it; the volume of a
   * version is the first version of a new golden, or its golden's again. Operators only.
   *
   * @throws ControlPlaneException when there is no such orphan, or nothing whole to restore
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
   * Has the orphan deleted with all its data, at the next collection: within ten minutes, or at the
   * start of a server with its data plane. Operators only.
   *
   * @throws ControlPlaneException when there is no such orphan
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

package dev.goldenrod.control;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.PoolReconciler;
import java.util.Map;
import java.util.UUID;

/** Changes of goldens' settings, as {@code Goldens} documents them. */
record GoldenChanges(ControlContext context) {
  GoldenSummary change(Actor actor, UUID id, Goldens.Change command) {
    actor.requireOperator();
    return context.change(actor, tx -> change(tx, actor, id, command));
  }

  private GoldenSummary change(Transaction tx, Actor actor, UUID id, Goldens.Change command) {
    Golden present = Goldens.require(tx, actor, id);
    Golden next = present;
    Boolean isProtected = command.isProtected();
    if (isProtected != null && isProtected != present.isProtected()) {
      next = next.withProtection(isProtected);
      audit(tx, actor, next, isProtected ? "protected" : "unprotected");
    }
    Boolean requiresMasking = command.requiresMasking();
    if (requiresMasking != null && requiresMasking != present.requiresMasking()) {
      next = next.withMaskingRequired(requiresMasking);
      audit(tx, actor, next, requiresMasking ? "masking.required" : "masking.optional");
    }
    if (!next.equals(present)) {
      Goldens.requireUpdated(tx.goldens().update(next), next);
      PoolReconciler.schedule(tx, next.orgId(), next.id(), context.now());
    }
    int latest = tx.goldens().latestReady(id).map(GoldenVersion::number).orElse(0);
    return new GoldenSummary(next, latest);
  }

  private void audit(Transaction tx, Actor actor, Golden golden, String action) {
    context.audit(
        tx, actor, "golden." + action, "golden", golden.id(), Map.of("name", golden.name()));
  }
}

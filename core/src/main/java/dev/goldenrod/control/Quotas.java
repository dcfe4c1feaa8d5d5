package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.quota.QuotaUse;
import java.util.Map;
import java.util.UUID;

/** Caps on instances. */
public final class Quotas {
  private final ControlContext context;

  /** Caps to set; 0 leaves a cap as it is. */
  public record Change(int maxInstancesPerUser, int maxInstancesPerOrg) {
    /** Refuses a negative cap. */
    public Change {
      if (maxInstancesPerUser < 0 || maxInstancesPerOrg < 0) {
        throw ControlPlaneException.invalidBecause("limits must be non-negative");
      }
    }
  }

  Quotas(ControlContext context) {
    this.context = context;
  }

  /** The caps of the caller's organisation and what is used of them. */
  public QuotaUse of(Actor actor) {
    UUID orgId = actor.orgId();
    return context
        .store()
        .inTransaction(
            tx ->
                new QuotaUse(
                    tx.quotas().get(orgId),
                    tx.instances().countPresent(orgId),
                    tx.instances().countPresentOwnedBy(orgId, actor.userId())));
  }

  /** Sets the caps that are not 0. Admins only. Running instances are untouched. */
  public Quota change(Actor actor, Change change) {
    actor.requireAdmin();
    return context.change(actor, tx -> change(tx, actor, change));
  }

  private Quota change(Transaction tx, Actor actor, Change change) {
    Quota old = tx.quotas().get(actor.orgId());
    Quota changed =
        new Quota(
            old.orgId(),
            orElse(change.maxInstancesPerUser(), old.maxInstancesPerUser()),
            orElse(change.maxInstancesPerOrg(), old.maxInstancesPerOrg()));
    tx.quotas().update(changed);
    context.audit(
        tx,
        actor,
        "quota.changed",
        "org",
        actor.orgId(),
        Map.of(
            "max_instances_per_user", changed.maxInstancesPerUser(),
            "max_instances_per_org", changed.maxInstancesPerOrg()));
    return changed;
  }

  private static int orElse(int wanted, int old) {
    return wanted == 0 ? old : wanted;
  }

  /** Refuses one more instance of the owner above a cap; the caller holds the quota's lock. */
  static void requireQuota(Transaction tx, Quota quota, UUID ownerId) {
    int inOrg = tx.instances().countPresent(quota.orgId());
    // Nobody owns more than there are, and each count reads them all.
    int owned =
        inOrg < quota.maxInstancesPerUser()
            ? inOrg
            : tx.instances().countPresentOwnedBy(quota.orgId(), ownerId);
    if (!quota.allowsOneMore(owned, inOrg)) {
      throw ControlPlaneException.of(ErrorCode.QUOTA_EXCEEDED, "instance quota exceeded");
    }
  }
}

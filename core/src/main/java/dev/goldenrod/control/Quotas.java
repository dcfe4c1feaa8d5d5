package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.quota.QuotaUse;
import dev.goldenrod.quota.Usage;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The limits on the number of instances, and the use of all limits. */
public final class Quotas {
  private static final String CHANGED = "quota.changed";

  private final ControlContext context;
  private final UUID orgId;
  private final Supplier<Caps> caps;

  /** Limits to set; 0 leaves a limit as it is. */
  public record Change(int maxInstancesPerUser, int maxInstancesPerOrg) {
    public Change {
      if (maxInstancesPerUser < 0 || maxInstancesPerOrg < 0) {
        throw ControlPlaneException.invalidBecause("limits must be non-negative");
      }
    }
  }

  /**
   * Limits given at the start of a server; empty where none is given.
   *
   * @param reset whether they also replace limits that a member set, with defaults for those not
   *     given
   */
  public record Given(OptionalInt perUser, OptionalInt perOrg, boolean reset) {
    private Quota appliedTo(Quota old) {
      Caps usual = Caps.DEFAULTS;
      if (reset) {
        return new Quota(
            old.orgId(),
            perUser.orElse(usual.instancesPerUser()),
            perOrg.orElse(usual.instancesPerOrg()));
      }
      return new Quota(
          old.orgId(),
          old.isPerUserPinned()
              ? old.maxInstancesPerUser()
              : perUser.orElse(old.maxInstancesPerUser()),
          old.isPerOrgPinned() ? old.maxInstancesPerOrg() : perOrg.orElse(old.maxInstancesPerOrg()),
          old.isPerUserPinned(),
          old.isPerOrgPinned());
    }
  }

  Quotas(ControlContext context, UUID orgId, Supplier<Caps> caps) {
    this.context = context;
    this.orgId = orgId;
    this.caps = caps;
  }

  /**
   * Applies the given limits. Limits that a member set by {@link #change} are kept, unless reset.
   *
   * @return the limits in force
   */
  public Quota give(Given given) {
    return context.store().inTransaction(tx -> give(tx, given));
  }

  private Quota give(Transaction tx, Given given) {
    tx.lockOrg(orgId);
    Quota old = tx.quotas().get(orgId);
    Quota next = given.appliedTo(old);
    if (!next.equals(old)) {
      tx.quotas().update(next);
      context.audit(tx, orgId, CHANGED, null, "org/" + orgId, caps(next));
    }
    return next;
  }

  /** Returns the limits of the organization, and their use. */
  public QuotaUse of(Actor actor) {
    UUID orgId = actor.orgId();
    return context.read(
        tx ->
            new QuotaUse(
                tx.quotas().get(orgId),
                tx.instances().countPresent(orgId),
                tx.instances().countPresentOwnedBy(orgId, actor.userId())));
  }

  /** Returns what the member and all members have of each kind, and may have. */
  public Usage usage(Actor actor) {
    UUID orgId = actor.orgId();
    UUID owner = actor.userId();
    QuotaUse clones = of(actor);
    Caps limits = caps.get();
    return context.read(
        tx ->
            new Usage(
                new Usage.Share(
                    clones.activeOwned(),
                    clones.quota().maxInstancesPerUser(),
                    clones.activeInOrg(),
                    clones.quota().maxInstancesPerOrg()),
                new Usage.Share(
                    tx.databases().countPresentOwnedBy(orgId, owner),
                    limits.databasesPerUser(),
                    tx.databases().countPresent(orgId),
                    limits.databasesPerOrg()),
                new Usage.Share(
                    tx.databases().countSnapshotsOwnedBy(orgId, owner),
                    limits.snapshotsPerUser(),
                    tx.databases().countSnapshots(orgId),
                    limits.snapshotsPerOrg())));
  }

  /** Sets the limits that are not 0. Admins only. Running instances are kept. */
  public Quota change(Actor actor, Change change) {
    actor.requireAdmin();
    return context.change(actor, tx -> change(tx, actor, change));
  }

  private Quota change(Transaction tx, Actor actor, Change change) {
    Quota old = tx.quotas().get(actor.orgId());
    return update(
        tx,
        actor,
        new Quota(
            old.orgId(),
            orElse(change.maxInstancesPerUser(), old.maxInstancesPerUser()),
            orElse(change.maxInstancesPerOrg(), old.maxInstancesPerOrg()),
            old.isPerUserPinned() || change.maxInstancesPerUser() != 0,
            old.isPerOrgPinned() || change.maxInstancesPerOrg() != 0));
  }

  /** Sets both limits; 0 allows none. Admins only. Running instances are kept. */
  public Quota replace(Actor actor, int maxInstancesPerUser, int maxInstancesPerOrg) {
    actor.requireAdmin();
    Change valid = new Change(maxInstancesPerUser, maxInstancesPerOrg);
    return context.change(
        actor,
        tx ->
            update(
                tx,
                actor,
                new Quota(
                    actor.orgId(),
                    valid.maxInstancesPerUser(),
                    valid.maxInstancesPerOrg(),
                    true,
                    true)));
  }

  private Quota update(Transaction tx, Actor actor, Quota changed) {
    tx.quotas().update(changed);
    context.audit(tx, actor, CHANGED, "org", actor.orgId(), caps(changed));
    return changed;
  }

  private static Map<String, @Nullable Object> caps(Quota quota) {
    return Map.of(
        "max_instances_per_user", quota.maxInstancesPerUser(),
        "max_instances_per_org", quota.maxInstancesPerOrg());
  }

  private static int orElse(int wanted, int old) {
    return wanted == 0 ? old : wanted;
  }
}

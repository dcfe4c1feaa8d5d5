package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.Deletion;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Timestamps;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Deletes goldens as {@code Goldens} documents it, in the caller's transaction. */
record GoldenDeletion(ControlContext context, InstanceChanges instances) {
  /** Deletes the golden, and returns the ids to reconcile. */
  List<UUID> delete(Transaction tx, Actor actor, Golden golden, boolean force) {
    if (golden.isProtected()) {
      throw ControlPlaneException.protectedGolden(golden.name());
    }
    List<Instance> children = lockedChildren(tx, golden);
    if (!force && !children.isEmpty()) {
      throw ControlPlaneException.hasChildren(
          golden.name(),
          children.stream()
              .map(child -> new LiveClone(child.id(), child.ownerId(), child.phase().wireName()))
              .toList());
    }
    requireUnreferenced(tx, golden);
    requireNoDatabaseBeingCreated(tx, golden);
    if (context.retainsDeleted()) {
      retain(tx, actor, golden, force);
    } else {
      remove(context, tx, golden);
      context.audit(
          tx,
          actor,
          "golden.deleted",
          "golden",
          golden.id(),
          Map.of("name", golden.name(), "force", force));
    }
    children.forEach(child -> instances.delete(tx, actor, child));
    return Stream.concat(children.stream().map(Instance::id), Stream.of(golden.id())).toList();
  }

  /** Removes the golden without a grace period. */
  static void remove(ControlContext context, Transaction tx, Golden golden) {
    Goldens.requireUpdated(tx.goldens().update(golden.deletionRequested()), golden);
    context.schedule(tx, WorkKind.GOLDEN, golden.orgId(), golden.id(), null);
  }

  private void retain(Transaction tx, Actor actor, Golden golden, boolean force) {
    Deletion deletion = context.deletion(actor);
    Goldens.requireUpdated(tx.goldens().update(golden.deleted(deletion)), golden);
    tx.work()
        .schedule(
            WorkItem.due(WorkKind.GOLDEN, golden.orgId(), golden.id(), null, deletion.until()));
    context.audit(
        tx,
        actor,
        "golden.deleted",
        "golden",
        golden.id(),
        Map.of(
            "name",
            golden.name(),
            "force",
            force,
            "restorable_until",
            Timestamps.text(deletion.until())));
  }

  private List<Instance> lockedChildren(Transaction tx, Golden golden) {
    return tx.instances().ofGolden(golden.orgId(), golden.id()).stream()
        .map(child -> tx.instances().lock(golden.orgId(), child.id()))
        .flatMap(Optional::stream)
        .filter(child -> child.phase() != InstancePhase.TERMINATING && !child.isWarm())
        .filter(child -> child.spec().golden().goldenId().equals(golden.id()))
        .toList();
  }

  private static void requireUnreferenced(Transaction tx, Golden golden) {
    boolean referenced =
        tx.imports().ofGolden(golden.orgId(), golden.id()).stream()
            .map(ImportJob::phase)
            .anyMatch(phase -> phase != ImportPhase.FAILED);
    if (referenced || !tx.pools().ofGolden(golden.orgId(), golden.id()).isEmpty()) {
      throw ControlPlaneException.of(
          ErrorCode.GOLDEN_REFERENCED,
          "golden '" + golden.name() + "' is still referenced by an import record or clone pool");
    }
  }

  private static void requireNoDatabaseBeingCreated(Transaction tx, Golden golden) {
    tx.databases().beingMadeOfGolden(golden.orgId(), golden.id()).stream()
        .findFirst()
        .ifPresent(
            database -> {
              throw ControlPlaneException.conflictBecause(
                  "database '%s' is being created from golden '%s'; try again when it is running, or delete it"
                      .formatted(database.name(), golden.name()));
            });
  }
}

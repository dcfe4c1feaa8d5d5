package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import java.util.UUID;

/**
 * Reconciles one kind of declared objects. All methods may be repeated, by several servers at once,
 * and throw {@link ControlPlaneException} if a use case refuses.
 */
interface DeclaredObjectReconciler {
  /** Brings the object's instance or database to its spec, and reports its state. */
  StatusUpdate reconcile(DeclaredObject object, Actor actor);

  /** Deletes the instance or database of a deleted object; without effect if it is gone. */
  void delete(Actor actor, UUID id);

  /** Returns whether a deletion is still due; used if the object's member is gone. */
  boolean isPresent(Actor admin, UUID id);
}

package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import java.util.UUID;

/**
 * The reconciliation of one kind of declared objects. All methods may be repeated, by several
 * servers at once, and throw {@link ControlPlaneException} if a use case refuses.
 */
interface Declaration {
  /** Brings the object's instance or database to its spec, and reports its state. */
  Report reconcile(DeclaredObject object, Actor actor);

  /** Deletes the instance or database of a deleted object; without effect if it is gone. */
  void delete(Actor actor, UUID id);

  /** Returns whether a deletion is still due; used if the object's member is gone. */
  boolean isPresent(Actor admin, UUID id);
}

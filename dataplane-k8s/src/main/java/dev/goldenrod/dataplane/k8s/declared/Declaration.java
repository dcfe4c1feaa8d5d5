package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import java.util.UUID;

/** What objects of a kind stand for. All methods may be repeated, by several servers at once. */
interface Declaration {
  /**
   * Has what the object stands for be as its spec says, and tells where it stands.
   *
   * @throws ControlPlaneException when that is refused
   */
  Report reconcile(DeclaredObject object, Actor actor);

  /**
   * Accepts the deletion of what the object stood for; without effect when it is gone.
   *
   * @throws ControlPlaneException when that is refused
   */
  void delete(Actor actor, UUID id);

  /** Whether it is still to be deleted; asked when the object's member is gone. */
  boolean isPresent(Actor admin, UUID id);
}

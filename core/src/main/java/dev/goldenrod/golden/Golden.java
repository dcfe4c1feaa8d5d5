package dev.goldenrod.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Deletion;
import dev.goldenrod.member.Actor;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A lineage of versions under one name.
 *
 * @param isProtected whether its deletion is refused
 * @param deletion since when and until when members do not see it, but can restore it; null for one
 *     that they see
 * @param revision raised by the store at every update; an update against an older one is refused
 */
public record Golden(
    UUID id,
    UUID orgId,
    String name,
    Substrate substrate,
    ShareScope shareScope,
    GoldenState state,
    boolean isProtected,
    @Nullable Deletion deletion,
    Instant createdAt,
    long revision) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,62}");

  public Golden {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(substrate);
    Objects.requireNonNull(shareScope);
    Objects.requireNonNull(state);
    Objects.requireNonNull(createdAt);
    requireName("name", name);
  }

  /** A new lineage, visible to admins only. */
  public static Golden create(UUID id, UUID orgId, String name, Substrate substrate, Instant now) {
    return new Golden(
        id, orgId, name, substrate, ShareScope.ADMIN, GoldenState.ACTIVE, false, null, now, 0);
  }

  /** Whether the text can name a golden. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Checks that the text can name a golden.
   *
   * @param field what the text was given as
   * @throws ControlPlaneException when it cannot, with the rule
   */
  public static void requireName(String field, String text) {
    if (!isName(text)) {
      throw ControlPlaneException.invalid(
          field,
          "'" + text + "' must be 1 to 63 of a-z 0-9 - _ . beginning with a letter or digit");
    }
  }

  /** Whether it is being removed. */
  public boolean isDeleting() {
    return state == GoldenState.DELETING;
  }

  /** Whether it was deleted and kept to be restored, be it that it is being removed by now. */
  public boolean isDeleted() {
    return deletion != null;
  }

  /** Whether it was deleted and can be restored. */
  public boolean isRestorable() {
    return isDeleted() && !isDeleting();
  }

  /**
   * Whether the member may see it: it is not deleted, shared or an operator's, and the token's
   * scopes allow it.
   */
  public boolean isVisibleTo(Actor actor) {
    return !isDeleting()
        && !isDeleted()
        && (actor.isOperator() || shareScope == ShareScope.ORG)
        && isInScopeOf(actor);
  }

  /** Whether the token's scopes allow it. */
  public boolean isInScopeOf(Actor actor) {
    return actor.scopes().allowsReading() || actor.scopes().allowsGolden(name);
  }

  /** The same golden, visible as the scope says. */
  public Golden shared(ShareScope scope) {
    return with(name, scope, state, isProtected, deletion);
  }

  /** The same golden, whose deletion is refused, or no longer. */
  public Golden withProtection(boolean wanted) {
    return with(name, shareScope, state, wanted, deletion);
  }

  /** The same golden, hidden and on its way out. */
  public Golden deletionRequested() {
    return with(name, shareScope, GoldenState.DELETING, isProtected, deletion);
  }

  /** The same golden, kept out of sight until it is restored or removed. */
  public Golden deleted(Deletion byMember) {
    return with(name, shareScope, state, isProtected, byMember);
  }

  /** The same golden, in sight again under that name. */
  public Golden restored(String newName) {
    return with(newName, shareScope, state, isProtected, null);
  }

  private Golden with(
      String newName,
      ShareScope newScope,
      GoldenState newState,
      boolean newlyProtected,
      @Nullable Deletion newDeletion) {
    return new Golden(
        id,
        orgId,
        newName,
        substrate,
        newScope,
        newState,
        newlyProtected,
        newDeletion,
        createdAt,
        revision);
  }
}

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
 * A golden: a named series of versions of a database that clones and copies are made from.
 *
 * @param isProtected whether its deletion is refused
 * @param requiresMasking whether versions without an attestation of masking are refused
 * @param deletion when it was deleted, and until when it can be restored; null for a golden that is
 *     not deleted. Members do not see deleted goldens.
 * @param revision raised by the store at every update; an update of an older revision is refused
 */
public record Golden(
    UUID id,
    UUID orgId,
    String name,
    Substrate substrate,
    ShareScope shareScope,
    GoldenState state,
    boolean isProtected,
    boolean requiresMasking,
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

  /** Returns a new golden without versions, visible to admins only. */
  public static Golden create(UUID id, UUID orgId, String name, Substrate substrate, Instant now) {
    return new Golden(
        id,
        orgId,
        name,
        substrate,
        ShareScope.ADMIN,
        GoldenState.ACTIVE,
        false,
        false,
        null,
        now,
        0);
  }

  /** Returns whether the text is a valid name of a golden. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Checks that the text is a valid name of a golden.
   *
   * @param field the name of the input field, for the message
   * @throws ControlPlaneException stating the rule, when the text is not a valid name
   */
  public static void requireName(String field, String text) {
    if (!isName(text)) {
      throw ControlPlaneException.invalid(
          field,
          "'"
              + text
              + "' must be 1 to 63 characters of a-z 0-9 - _ . beginning with a letter or digit");
    }
  }

  /** Returns whether the golden is being removed for good. */
  public boolean isDeleting() {
    return state == GoldenState.DELETING;
  }

  /** Returns whether a member deleted the golden, even if it is being removed by now. */
  public boolean isDeleted() {
    return deletion != null;
  }

  /** Returns whether the golden was deleted and can be restored. */
  public boolean isRestorable() {
    return isDeleted() && !isDeleting();
  }

  /**
   * Returns whether the member may see the golden: it is not deleted, it is shared or the member is
   * an operator, and the token's scopes allow it.
   */
  public boolean isVisibleTo(Actor actor) {
    return !isDeleting()
        && !isDeleted()
        && (actor.isOperator() || shareScope == ShareScope.ORG)
        && isInScopeOf(actor);
  }

  /** Returns whether the token's scopes allow reading the golden. */
  public boolean isInScopeOf(Actor actor) {
    return actor.scopes().allowsReading() || actor.scopes().allowsGolden(name);
  }

  /** Returns a copy with the given visibility. */
  public Golden shared(ShareScope scope) {
    return with(name, scope, state, isProtected, requiresMasking, deletion);
  }

  /** Returns a copy whose deletion is refused or allowed. */
  public Golden withProtection(boolean wanted) {
    return with(name, shareScope, state, wanted, requiresMasking, deletion);
  }

  /** Returns a copy whose versions without an attestation of masking are refused or allowed. */
  public Golden withMaskingRequired(boolean wanted) {
    return with(name, shareScope, state, isProtected, wanted, deletion);
  }

  /** Returns a copy that is hidden and to be removed for good. */
  public Golden deletionRequested() {
    return with(name, shareScope, GoldenState.DELETING, isProtected, requiresMasking, deletion);
  }

  /** Returns a copy that is hidden from members until it is restored or removed. */
  public Golden deleted(Deletion byMember) {
    return with(name, shareScope, state, isProtected, requiresMasking, byMember);
  }

  /** Returns a copy that is visible again under the given name. */
  public Golden restored(String newName) {
    return with(newName, shareScope, state, isProtected, requiresMasking, null);
  }

  private Golden with(
      String newName,
      ShareScope newScope,
      GoldenState newState,
      boolean newlyProtected,
      boolean newlyRequiresMasking,
      @Nullable Deletion newDeletion) {
    return new Golden(
        id,
        orgId,
        newName,
        substrate,
        newScope,
        newState,
        newlyProtected,
        newlyRequiresMasking,
        newDeletion,
        createdAt,
        revision);
  }
}

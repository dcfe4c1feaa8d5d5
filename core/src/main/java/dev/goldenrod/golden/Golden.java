package dev.goldenrod.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.Actor;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A lineage of versions under one name.
 *
 * @param isProtected whether its deletion is refused
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
    if (!isName(name)) {
      throw ControlPlaneException.invalid(
          "name",
          "'" + name + "' must be 1 to 63 of a-z 0-9 - _ . beginning with a letter or digit");
    }
  }

  /** A new lineage, visible to admins only. */
  public static Golden create(UUID id, UUID orgId, String name, Substrate substrate, Instant now) {
    return new Golden(
        id, orgId, name, substrate, ShareScope.ADMIN, GoldenState.ACTIVE, false, now, 0);
  }

  /** Whether the text can name a golden. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Whether its deletion was accepted. */
  public boolean isDeleting() {
    return state == GoldenState.DELETING;
  }

  /**
   * Whether the member may see it: it is not being deleted, shared or an operator's, and the
   * token's scopes allow it.
   */
  public boolean isVisibleTo(Actor actor) {
    return !isDeleting()
        && (actor.isOperator() || shareScope == ShareScope.ORG)
        && (actor.scopes().allowsReading() || actor.scopes().allowsGolden(name));
  }

  /** The same golden, visible as the scope says. */
  public Golden shared(ShareScope scope) {
    return with(scope, state, isProtected);
  }

  /** The same golden, whose deletion is refused, or no longer. */
  public Golden withProtection(boolean wanted) {
    return with(shareScope, state, wanted);
  }

  /** The same golden, hidden and on its way out. */
  public Golden deletionRequested() {
    return with(shareScope, GoldenState.DELETING, isProtected);
  }

  private Golden with(ShareScope newScope, GoldenState newState, boolean newlyProtected) {
    return new Golden(
        id, orgId, name, substrate, newScope, newState, newlyProtected, createdAt, revision);
  }
}

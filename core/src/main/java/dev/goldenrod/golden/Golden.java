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
 * @param revision raised by the store at every update; an update against an older one is refused
 */
public record Golden(
    UUID id,
    UUID orgId,
    String name,
    Substrate substrate,
    ShareScope shareScope,
    GoldenState state,
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
    return new Golden(id, orgId, name, substrate, ShareScope.ADMIN, GoldenState.ACTIVE, now, 0);
  }

  /** Whether the text can name a golden. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Whether its deletion was accepted. */
  public boolean isDeleting() {
    return state == GoldenState.DELETING;
  }

  /** Whether the member may see it: it is not being deleted, and shared or an admin's. */
  public boolean isVisibleTo(Actor actor) {
    return !isDeleting() && (actor.isAdmin() || shareScope == ShareScope.ORG);
  }

  /** The same golden, visible as the scope says. */
  public Golden shared(ShareScope scope) {
    return new Golden(id, orgId, name, substrate, scope, state, createdAt, revision);
  }

  /** The same golden, hidden and on its way out. */
  public Golden deletionRequested() {
    return new Golden(
        id, orgId, name, substrate, shareScope, GoldenState.DELETING, createdAt, revision);
  }
}

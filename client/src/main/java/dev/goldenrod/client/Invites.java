package dev.goldenrod.client;

import dev.goldenrod.client.Auth.Session;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Invites of members to be. Thread-safe. */
public final class Invites {
  private final TypedApi api;

  Invites(TypedApi api) {
    this.api = api;
  }

  /** Makes one; its secret is in no later answer. */
  public CreatedInvite create(CreateInviteRequest request) {
    return api.post("/v1/invites", request, CreatedInvite.class);
  }

  /** All of them. */
  public List<Invite> list() {
    return api.list("/v1/invites", "invites", Invite.class);
  }

  /** Deletes one, which cannot be accepted any more. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/invites/", id));
  }

  /** Makes the invited a member, and logs in; the client needs no token for that. */
  public Session accept(AcceptInviteRequest request) {
    return api.post("/v1/invites/accept", request, Session.class);
  }

  /**
   * An invite, pending or accepted.
   *
   * @param role one of viewer, user, operator, admin
   */
  public record Invite(
      String id,
      String email,
      String role,
      Instant expiresAt,
      @Nullable Instant acceptedAt,
      Instant createdAt) {}

  /**
   * A new invite.
   *
   * @param inviteToken what the invited accepts with, shown this once
   */
  public record CreatedInvite(String inviteToken) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * What {@code createInvite} takes.
   *
   * @param role one of viewer, user, operator, admin
   * @param ttlSeconds 900 to 2592000; 0 is 72 hours
   */
  public record CreateInviteRequest(String email, String role, @Nullable Integer ttlSeconds) {
    /** With what has to be said. */
    public static CreateInviteRequest of(String email, String role) {
      return new CreateInviteRequest(email, role, null);
    }

    /** With that {@code ttl_seconds}. */
    public CreateInviteRequest withTtlSeconds(int ttlSeconds) {
      return new CreateInviteRequest(email, role, ttlSeconds);
    }
  }

  /** What {@code acceptInvite} takes. */
  public record AcceptInviteRequest(String token, String password, @Nullable String displayName) {
    /** With what has to be said. */
    public static AcceptInviteRequest of(String token, String password) {
      return new AcceptInviteRequest(token, password, null);
    }

    /** With that {@code display_name}. */
    public AcceptInviteRequest withDisplayName(String displayName) {
      return new AcceptInviteRequest(token, password, displayName);
    }

    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}

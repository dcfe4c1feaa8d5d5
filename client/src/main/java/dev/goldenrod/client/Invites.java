package dev.goldenrod.client;

import dev.goldenrod.client.Auth.Session;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Invites of new members. Thread-safe. */
public final class Invites {
  private final TypedApi api;

  Invites(TypedApi api) {
    this.api = api;
  }

  /** Creates an invite. Its token is returned only here. */
  public CreatedInvite create(CreateInviteRequest request) {
    return api.post("/v1/invites", request, CreatedInvite.class);
  }

  /** Returns all invites. */
  public List<Invite> list() {
    return api.list("/v1/invites", "invites", Invite.class);
  }

  /** Revokes an invite. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/invites/", id));
  }

  /** Creates the invited member and logs in. The client needs no token. */
  public Session accept(AcceptInviteRequest request) {
    return api.post("/v1/invites/accept", request, Session.class);
  }

  /**
   * A pending or accepted invite.
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
   * @param inviteToken token to accept the invite, returned only here
   */
  public record CreatedInvite(String inviteToken) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * Request body of {@code createInvite}.
   *
   * @param role one of viewer, user, operator, admin
   * @param ttlSeconds 900 to 2592000; 0 for the default of 72 hours
   */
  public record CreateInviteRequest(String email, String role, @Nullable Integer ttlSeconds) {
    /** Returns a request with only the required fields. */
    public static CreateInviteRequest of(String email, String role) {
      return new CreateInviteRequest(email, role, null);
    }

    /** Returns a copy with the given {@code ttl_seconds}. */
    public CreateInviteRequest withTtlSeconds(int ttlSeconds) {
      return new CreateInviteRequest(email, role, ttlSeconds);
    }
  }

  /** Request body of {@code acceptInvite}. */
  public record AcceptInviteRequest(String token, String password, @Nullable String displayName) {
    /** Returns a request with only the required fields. */
    public static AcceptInviteRequest of(String token, String password) {
      return new AcceptInviteRequest(token, password, null);
    }

    /** Returns a copy with the given {@code display_name}. */
    public AcceptInviteRequest withDisplayName(String displayName) {
      return new AcceptInviteRequest(token, password, displayName);
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}

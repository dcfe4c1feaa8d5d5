package dev.goldenrod.client;

import dev.goldenrod.client.Users.User;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The caller, and how one logs in. Thread-safe. */
public final class Auth {
  private final TypedApi api;

  Auth(TypedApi api) {
    this.api = api;
  }

  /** Logs in; the session's token is what {@link GoldenrodClient#withToken} takes. */
  public Session login(String email, String password) {
    return api.post("/v1/auth/login", Map.of("email", email, "password", password), Session.class);
  }

  /** Ends the session that the client's token is of. */
  public void logout() {
    api.post("/v1/auth/logout");
  }

  /** The member whose token the client has. */
  public User currentUser() {
    return api.get("/v1/auth/me", User.class);
  }

  /** Changes the caller's name or password. */
  public User updateProfile(UpdateProfileRequest request) {
    return api.patch("/v1/auth/me", request, User.class);
  }

  /**
   * A login of twelve hours.
   *
   * @param accessToken the bearer token, shown this once
   */
  public record Session(String accessToken, Instant expiresAt, User user) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * What {@code updateProfile} takes.
   *
   * @param currentPassword required with a new password, unless there is none yet
   */
  public record UpdateProfileRequest(
      @Nullable String displayName, @Nullable String password, @Nullable String currentPassword) {
    /** That changes nothing yet. */
    public static UpdateProfileRequest of() {
      return new UpdateProfileRequest(null, null, null);
    }

    /** With that {@code display_name}. */
    public UpdateProfileRequest withDisplayName(String displayName) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** With that {@code password}. */
    public UpdateProfileRequest withPassword(String password) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** With that {@code current_password}. */
    public UpdateProfileRequest withCurrentPassword(String currentPassword) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}

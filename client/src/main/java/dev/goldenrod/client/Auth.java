package dev.goldenrod.client;

import dev.goldenrod.client.Users.User;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Login, logout and the caller's own account. Thread-safe. */
public final class Auth {
  private final TypedApi api;

  Auth(TypedApi api) {
    this.api = api;
  }

  /** Logs in. Pass the session's token to {@link GoldenrodClient#withToken}. */
  public Session login(String email, String password) {
    return api.post("/v1/auth/login", Map.of("email", email, "password", password), Session.class);
  }

  /** Ends the session of the client's token. */
  public void logout() {
    api.post("/v1/auth/logout");
  }

  /** Returns the member who owns the client's token. */
  public User currentUser() {
    return api.get("/v1/auth/me", User.class);
  }

  /** Changes the caller's name or password. */
  public User updateProfile(UpdateProfileRequest request) {
    return api.patch("/v1/auth/me", request, User.class);
  }

  /**
   * A session of twelve hours.
   *
   * @param accessToken bearer token, returned only here
   */
  public record Session(String accessToken, Instant expiresAt, User user) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * Request body of {@code updateProfile}.
   *
   * @param currentPassword required to change an existing password
   */
  public record UpdateProfileRequest(
      @Nullable String displayName, @Nullable String password, @Nullable String currentPassword) {
    /** Returns a request without changes. */
    public static UpdateProfileRequest of() {
      return new UpdateProfileRequest(null, null, null);
    }

    /** Returns a copy with the given {@code display_name}. */
    public UpdateProfileRequest withDisplayName(String displayName) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** Returns a copy with the given {@code password}. */
    public UpdateProfileRequest withPassword(String password) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** Returns a copy with the given {@code current_password}. */
    public UpdateProfileRequest withCurrentPassword(String currentPassword) {
      return new UpdateProfileRequest(displayName, password, currentPassword);
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}

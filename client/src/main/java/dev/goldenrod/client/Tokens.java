package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller's API tokens. Thread-safe. */
public final class Tokens {
  private final TypedApi api;

  Tokens(TypedApi api) {
    this.api = api;
  }

  /** Creates a token. Its secret is returned only here. */
  public CreatedScriptToken create(CreateTokenRequest request) {
    return api.post("/v1/auth/tokens", request, CreatedScriptToken.class);
  }

  /** Returns the caller's tokens. */
  public List<ScriptToken> list() {
    return api.list("/v1/auth/tokens", "tokens", ScriptToken.class);
  }

  /** Revokes a token. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/auth/tokens/", id));
  }

  /**
   * An API token.
   *
   * @param scopes empty for all permissions of the member
   */
  public record ScriptToken(
      String id,
      String name,
      List<String> scopes,
      @Nullable Instant expiresAt,
      Instant createdAt) {}

  /**
   * A new API token.
   *
   * @param scopes empty for all permissions of the member
   * @param token bearer token, returned only here
   */
  public record CreatedScriptToken(
      String id, String name, List<String> scopes, String token, @Nullable Instant expiresAt) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * Request body of {@code createToken}.
   *
   * @param ttlSeconds 60 to 31536000; 0 for the default of 90 days
   * @param scopes restrictions of the member's permissions: read, metrics, {@code database:<name>}
   *     or {@code golden:<name>}; null for all permissions
   */
  public record CreateTokenRequest(
      String name, @Nullable Integer ttlSeconds, @Nullable List<String> scopes) {
    /** Returns a request with only the required fields. */
    public static CreateTokenRequest of(String name) {
      return new CreateTokenRequest(name, null, null);
    }

    /** Returns a copy with the given {@code ttl_seconds}. */
    public CreateTokenRequest withTtlSeconds(int ttlSeconds) {
      return new CreateTokenRequest(name, ttlSeconds, scopes);
    }

    /** Returns a copy with the given {@code scopes}. */
    public CreateTokenRequest withScopes(List<String> scopes) {
      return new CreateTokenRequest(name, ttlSeconds, scopes);
    }
  }
}

package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens for scripts, of the caller. Thread-safe. */
public final class Tokens {
  private final TypedApi api;

  Tokens(TypedApi api) {
    this.api = api;
  }

  /** Makes one; its secret is in no later answer. */
  public CreatedScriptToken create(CreateTokenRequest request) {
    return api.post("/v1/auth/tokens", request, CreatedScriptToken.class);
  }

  /** The caller's. */
  public List<ScriptToken> list() {
    return api.list("/v1/auth/tokens", "tokens", ScriptToken.class);
  }

  /** Deletes one, which counts no more. */
  public void delete(String id) {
    api.delete(TypedApi.path("/v1/auth/tokens/", id));
  }

  /**
   * A token for scripts.
   *
   * @param scopes empty for all that the member may do
   */
  public record ScriptToken(
      String id,
      String name,
      List<String> scopes,
      @Nullable Instant expiresAt,
      Instant createdAt) {}

  /**
   * A new token for scripts.
   *
   * @param scopes empty for all that the member may do
   * @param token the bearer token, shown this once
   */
  public record CreatedScriptToken(
      String id, String name, List<String> scopes, String token, @Nullable Instant expiresAt) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * What {@code createToken} takes.
   *
   * @param ttlSeconds 60 to 31536000; 0 is 90 days
   * @param scopes what of all that the member may do the token is allowed: read, metrics, {@code
   *     database:<name>} or {@code golden:<name>}; null for all of it
   */
  public record CreateTokenRequest(
      String name, @Nullable Integer ttlSeconds, @Nullable List<String> scopes) {
    /** With what has to be said. */
    public static CreateTokenRequest of(String name) {
      return new CreateTokenRequest(name, null, null);
    }

    /** With that {@code ttl_seconds}. */
    public CreateTokenRequest withTtlSeconds(int ttlSeconds) {
      return new CreateTokenRequest(name, ttlSeconds, scopes);
    }

    /** With those {@code scopes}. */
    public CreateTokenRequest withScopes(List<String> scopes) {
      return new CreateTokenRequest(name, ttlSeconds, scopes);
    }
  }
}

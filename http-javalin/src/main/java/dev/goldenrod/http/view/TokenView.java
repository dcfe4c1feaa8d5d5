package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.member.AccessToken;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A token for scripts. */
public record TokenView(UUID id, String name, @Nullable String expiresAt, String createdAt) {
  /** A token, as the answer to its creation shows it. */
  public record Created(UUID id, String name, String token, @Nullable String expiresAt) {
    /** Everything but the token. */
    @Override
    public String toString() {
      return "Created[" + id + " " + name + "]";
    }
  }

  public static TokenView of(AccessToken token) {
    return new TokenView(
        token.id(),
        token.name(),
        Timestamps.textOrNull(token.expiresAt()),
        Timestamps.text(token.createdAt()));
  }

  public static Created created(Tokens.Created created) {
    AccessToken token = created.token();
    return new Created(
        token.id(), token.name(), created.secret(), Timestamps.textOrNull(token.expiresAt()));
  }
}

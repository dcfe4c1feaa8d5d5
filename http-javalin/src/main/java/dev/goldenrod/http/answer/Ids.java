package dev.goldenrod.http.answer;

import java.util.Optional;
import java.util.UUID;

/** Parser of ids. */
public final class Ids {
  private Ids() {}

  /** Parses an id in its canonical form of 36 characters; empty for any other text. */
  public static Optional<UUID> parse(String text) {
    try {
      UUID id = UUID.fromString(text);
      // UUID.fromString also accepts short forms such as 1-1-1-1-1.
      return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}

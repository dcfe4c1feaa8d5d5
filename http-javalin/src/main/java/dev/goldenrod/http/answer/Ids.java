package dev.goldenrod.http.answer;

import java.util.Optional;
import java.util.UUID;

/** Reads ids. */
public final class Ids {
  private Ids() {}

  /** The id that the text is; empty for any other text. */
  public static Optional<UUID> parse(String text) {
    try {
      UUID id = UUID.fromString(text);
      // it takes 1-1-1-1-1 as well
      return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}

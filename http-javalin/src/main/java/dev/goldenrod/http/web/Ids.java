package dev.goldenrod.http.web;

import java.util.Optional;
import java.util.UUID;

/** Reads ids. */
final class Ids {
  private Ids() {}

  /** The id that the text is; empty for any other text. */
  static Optional<UUID> parse(String text) {
    try {
      UUID id = UUID.fromString(text);
      // it takes 1-1-1-1-1 as well
      return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}

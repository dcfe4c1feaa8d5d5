package dev.goldenrod.http.web;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads ids. */
final class Ids {
  // UUID.fromString takes 1-1-1-1-1 as well.
  private static final Pattern CANONICAL =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Ids() {}

  /** The id that the text is; empty for any other text. */
  static Optional<UUID> parse(String text) {
    return CANONICAL.matcher(text).matches()
        ? Optional.of(UUID.fromString(text))
        : Optional.empty();
  }
}

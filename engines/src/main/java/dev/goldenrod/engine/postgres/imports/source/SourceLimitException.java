package dev.goldenrod.engine.postgres.imports.source;

import java.io.IOException;

/** Thrown if a source sends more data, or for longer, than a session may take. */
final class SourceLimitException extends IOException {
  private static final long serialVersionUID = 1L;

  SourceLimitException(String message) {
    super(message);
  }
}

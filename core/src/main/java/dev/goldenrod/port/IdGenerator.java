package dev.goldenrod.port;

import java.util.UUID;

/** Generates the ids of new rows. Thread-safe. */
@FunctionalInterface
public interface IdGenerator {
  /** Returns an id that was never returned before. */
  UUID next();
}

package dev.goldenrod.port;

import java.util.UUID;

/** Makes the ids of new rows. Thread-safe. */
@FunctionalInterface
public interface IdGenerator {
  /** An id that was never given out before. */
  UUID next();
}

package dev.goldenrod;

import java.time.Duration;

/**
 * Borne by what is thrown when something that an answer needs is away for now, so that the same may
 * go well later. What was under way may have come about all the same when the connection was lost
 * at its end.
 */
public interface Unavailable {
  /** When to try again, not sooner. */
  Duration retryAfter();
}

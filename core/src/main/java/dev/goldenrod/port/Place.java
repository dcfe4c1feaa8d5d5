package dev.goldenrod.port;

import java.time.Instant;
import java.util.Objects;

/**
 * The place of a row in a list that is by age. It stays the same when the row is deleted.
 *
 * @param createdAt the row's time, to the millisecond
 * @param number larger than that of every row inserted before
 */
public record Place(Instant createdAt, long number) {
  public Place {
    Objects.requireNonNull(createdAt);
  }
}

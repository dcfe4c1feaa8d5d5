package dev.goldenrod.port;

import java.time.Instant;
import java.util.Objects;

/**
 * The position of a row in a list ordered by age. It remains valid when the row is deleted.
 *
 * @param createdAt the row's creation time, to the millisecond
 * @param number larger than that of every row inserted before
 */
public record Place(Instant createdAt, long number) {
  public Place {
    Objects.requireNonNull(createdAt);
  }
}

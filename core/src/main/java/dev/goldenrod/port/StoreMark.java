package dev.goldenrod.port;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * How far a store had come with a data plane. The store makes a new one from time to time, which it
 * keeps first and the data plane then, so that a data plane never has one that its store could
 * forget.
 *
 * @param owner the id of the store's organisation
 * @param number counts the store's marks of this data plane from 1; 0 for a claim that was made
 *     before there were marks
 * @param token random, so that two copies of a store that both go on make different marks
 * @param at when it was made, to the millisecond
 */
public record StoreMark(UUID owner, long number, UUID token, Instant at) {
  private static final UUID NO_TOKEN = new UUID(0, 0);

  public StoreMark {
    Objects.requireNonNull(owner);
    Objects.requireNonNull(token);
    Objects.requireNonNull(at);
  }

  /** The mark of a data plane of which no more is known than its owner. */
  public static StoreMark ofOwner(UUID owner) {
    return new StoreMark(owner, 0, NO_TOKEN, Instant.EPOCH);
  }
}

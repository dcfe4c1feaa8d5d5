package dev.goldenrod.port;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A mark that records how recent a store is, kept by the store and by its data plane. From time to
 * time the store creates a new mark, which it saves first in its own tables and then in the data
 * plane. A store without the mark of its data plane is therefore an older backup or another store.
 *
 * @param owner the id of the store's organization
 * @param number counts the store's marks of this data plane from 1; 0 for a claim that is older
 *     than marks
 * @param token random, so that two copies of a store that are both in use create different marks
 * @param at when it was created, to the millisecond
 */
public record StoreMark(UUID owner, long number, UUID token, Instant at) {
  private static final UUID NO_TOKEN = new UUID(0, 0);

  public StoreMark {
    Objects.requireNonNull(owner);
    Objects.requireNonNull(token);
    Objects.requireNonNull(at);
  }

  /** Returns the mark of a data plane of which only the owner is known. */
  public static StoreMark ofOwner(UUID owner) {
    return new StoreMark(owner, 0, NO_TOKEN, Instant.EPOCH);
  }
}

package dev.goldenrod.database;

import java.util.Objects;

/**
 * The promotion of a branch: it takes its parent's place.
 *
 * @param number how many times the database was promoted, including this time; 0 for never
 * @param endpoint the {@code host:port} to take over; empty once that is done
 */
public record Promotion(int number, String endpoint) {
  /** The promotion of a database that was never promoted. */
  public static final Promotion NONE = new Promotion(0, "");

  public Promotion {
    Objects.requireNonNull(endpoint);
  }

  /** Returns whether the endpoint is still to be taken over. */
  public boolean isPending() {
    return !endpoint.isEmpty();
  }
}

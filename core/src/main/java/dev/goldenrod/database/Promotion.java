package dev.goldenrod.database;

import java.util.Objects;

/**
 * That a branch takes its parent's place.
 *
 * @param number how often the database did so, this time included; 0 for never
 * @param endpoint {@code host:port} that it is to take over; empty when it has
 */
public record Promotion(int number, String endpoint) {
  /** Of a database that was never promoted. */
  public static final Promotion NONE = new Promotion(0, "");

  public Promotion {
    Objects.requireNonNull(endpoint);
  }

  /** Whether the endpoint is still to be taken over. */
  public boolean isPending() {
    return !endpoint.isEmpty();
  }
}

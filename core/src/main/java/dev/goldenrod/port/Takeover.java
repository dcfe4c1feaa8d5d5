package dev.goldenrod.port;

import java.util.Objects;

/**
 * A request to move the endpoint of one database to another. The previous holder gets a new one.
 *
 * @param number counts the takeovers of the database from 1; a takeover that was done is not
 *     repeated when it is requested again late
 * @param endpoint {@code host:port}, as observed of the other database
 */
public record Takeover(int number, String endpoint) {
  public Takeover {
    Objects.requireNonNull(endpoint);
  }
}

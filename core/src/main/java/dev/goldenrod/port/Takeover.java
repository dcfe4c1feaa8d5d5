package dev.goldenrod.port;

import java.util.Objects;

/**
 * That a database is to answer at an endpoint which another one has; that one goes on at a new one.
 *
 * @param number counts the database's takeovers from 1; one that was done is not done again,
 *     however late it is asked for
 * @param endpoint {@code host:port}, as observed of the other database
 */
public record Takeover(int number, String endpoint) {
  public Takeover {
    Objects.requireNonNull(endpoint);
  }
}

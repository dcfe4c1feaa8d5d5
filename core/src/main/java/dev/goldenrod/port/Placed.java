package dev.goldenrod.port;

import java.util.Objects;

/** A row and its position in a list. */
public record Placed<R>(Place place, R row) {
  public Placed {
    Objects.requireNonNull(place);
    Objects.requireNonNull(row);
  }
}

package dev.goldenrod.port;

import java.util.Objects;

/** A row of a list and its place there. */
public record Placed<R>(Place place, R row) {
  public Placed {
    Objects.requireNonNull(place);
    Objects.requireNonNull(row);
  }
}

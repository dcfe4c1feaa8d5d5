package dev.goldenrod.control;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param nextCursor what the next page is asked for with; empty at the end of the list. It outlives
 *     the rows of this page
 */
public record Page<R>(List<R> rows, Optional<String> nextCursor) {
  public Page {
    rows = List.copyOf(rows);
    Objects.requireNonNull(nextCursor);
  }
}

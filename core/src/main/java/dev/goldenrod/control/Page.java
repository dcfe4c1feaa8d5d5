package dev.goldenrod.control;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A page of a list.
 *
 * @param nextCursor the cursor of the next page; empty at the end of the list. It stays valid if
 *     rows are deleted
 */
public record Page<R>(List<R> rows, Optional<String> nextCursor) {
  public Page {
    rows = List.copyOf(rows);
    Objects.requireNonNull(nextCursor);
  }
}

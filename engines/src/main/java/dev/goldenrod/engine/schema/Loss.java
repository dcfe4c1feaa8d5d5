package dev.goldenrod.engine.schema;

import java.util.List;
import java.util.Objects;

/**
 * What a statement takes away, or could where there is more data than there is now.
 *
 * @param what the thing, and what becomes of it
 * @param queries each reads one text, the figures of what is lost; null when it can be nothing.
 *     They are tried in this order until one works
 */
public record Loss(String what, List<String> queries) {
  public Loss {
    Objects.requireNonNull(what);
    queries = List.copyOf(queries);
  }
}

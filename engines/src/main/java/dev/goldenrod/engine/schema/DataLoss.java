package dev.goldenrod.engine.schema;

import java.util.List;
import java.util.Objects;

/**
 * What a statement destroys, or could if there were more data.
 *
 * @param what the object, and what happens to it
 * @param queries alternatives, tried in order until one works; each reads the figures of the loss
 *     as one text, or null if there is none
 */
public record DataLoss(String what, List<String> queries) {
  public DataLoss {
    Objects.requireNonNull(what);
    queries = List.copyOf(queries);
  }
}

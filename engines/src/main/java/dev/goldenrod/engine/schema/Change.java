package dev.goldenrod.engine.schema;

import java.util.List;
import java.util.Objects;

/**
 * A change of a schema.
 *
 * @param statements that make the change together
 * @param losses the data that it may destroy
 * @param undo reverts the first statement if a later one fails; empty if the engine does
 */
public record Change(List<String> statements, List<DataLoss> losses, List<String> undo) {
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

  public Change {
    statements = List.copyOf(statements);
    losses = List.copyOf(losses);
    undo = List.copyOf(undo);
  }

  /** Creates a change that destroys no data and that the engine reverts by itself. */
  public static Change of(List<String> statements) {
    return new Change(statements, List.of(), List.of());
  }

  public static Change of(String statement) {
    return of(List.of(statement));
  }

  /** Returns a copy with the given losses. */
  public Change losing(List<DataLoss> lost) {
    return new Change(statements, lost, undo);
  }
}

package dev.goldenrod.engine.schema;

import java.util.List;

/**
 * A change of a schema.
 *
 * @param statements that make the change together
 * @param losses the data that it may destroy
 * @param undo reverts the first statement if a later one fails; empty if the engine does
 */
public record Change(List<String> statements, List<DataLoss> losses, List<String> undo) {
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

package dev.goldenrod.engine.schema;

import java.util.List;

/**
 * A change of a schema.
 *
 * @param statements what makes it, together
 * @param losses the data that it can take away
 * @param undo what takes the first of the statements back when a later one fails; empty where the
 *     engine does that itself
 */
public record Change(List<String> statements, List<Loss> losses, List<String> undo) {
  public Change {
    statements = List.copyOf(statements);
    losses = List.copyOf(losses);
    undo = List.copyOf(undo);
  }

  /** A change that takes no data away, and that the engine undoes itself. */
  public static Change of(List<String> statements) {
    return new Change(statements, List.of(), List.of());
  }

  /** The same of one statement. */
  public static Change of(String statement) {
    return of(List.of(statement));
  }

  /** The same change, told to take that away. */
  public Change losing(List<Loss> lost) {
    return new Change(statements, lost, undo);
  }
}

package dev.goldenrod.port;

import java.util.List;
import java.util.Objects;

/**
 * The changes that turn one schema into another.
 *
 * @param statements in the order of their execution
 * @param differences what still differs after the successful statements
 */
public record SchemaChanges(List<Statement> statements, List<Difference> differences) {
  /**
   * A statement that was tried.
   *
   * @param sql as in a script for the engine's own client, including the terminator
   * @param failure why it failed; empty when it succeeded
   * @param losses the data that it deletes, or may delete on a larger database: the objects and
   *     their figures, determined before the statement ran; empty for none
   */
  public record Statement(String sql, String failure, List<String> losses) {
    public Statement {
      Objects.requireNonNull(sql);
      Objects.requireNonNull(failure);
      losses = List.copyOf(losses);
    }

    /** Creates a statement that deletes no data. */
    public Statement(String sql, String failure) {
      this(sql, failure, List.of());
    }

    /** Returns whether the statement succeeded. */
    public boolean worked() {
      return failure.isEmpty();
    }
  }

  /**
   * A schema object that differs.
   *
   * @param object its kind and name, as in {@code FUNCTION app.total(integer)}
   * @param found the present definition; empty when it does not exist
   * @param wanted the wanted definition; empty when it is to be dropped
   */
  public record Difference(String object, String found, String wanted) {
    public Difference {
      Objects.requireNonNull(object);
      Objects.requireNonNull(found);
      Objects.requireNonNull(wanted);
    }
  }

  public SchemaChanges {
    statements = List.copyOf(statements);
    differences = List.copyOf(differences);
  }
}

package dev.goldenrod.port;

import java.util.List;
import java.util.Objects;

/**
 * What turns one schema into another.
 *
 * @param statements in their order
 * @param differences what is different still once the statements that worked were made
 */
public record SchemaChanges(List<Statement> statements, List<Difference> differences) {
  /**
   * A statement that was tried.
   *
   * @param sql as it stands in a script for the engine's own client, its end included
   * @param failure why it did not work; empty when it did
   * @param losses the data that it takes away, or could where there is more of it, as seen before
   *     it was made: the thing and its figures; empty for none
   */
  public record Statement(String sql, String failure, List<String> losses) {
    public Statement {
      Objects.requireNonNull(sql);
      Objects.requireNonNull(failure);
      losses = List.copyOf(losses);
    }

    /** A statement that takes no data away. */
    public Statement(String sql, String failure) {
      this(sql, failure, List.of());
    }

    /** Whether it worked. */
    public boolean worked() {
      return failure.isEmpty();
    }
  }

  /**
   * An object that differs.
   *
   * @param object its kind and name, as in {@code FUNCTION app.total(integer)}
   * @param found as it is; empty when it is not there
   * @param wanted as it is to be; empty when it is not to be there
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

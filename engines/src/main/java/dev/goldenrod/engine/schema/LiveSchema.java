package dev.goldenrod.engine.schema;

import dev.goldenrod.engine.schema.Change.DataLoss;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The schema of a running database, as seen by its client user. Not thread-safe. Methods throw a
 * {@link dev.goldenrod.port.DataPlaneException} if the schema cannot be read.
 */
public interface LiveSchema {
  /** Message for a statement that {@link #inScript} has no text for. */
  String NO_SCRIPT = "a client would misread this statement in a script; run it manually";

  /**
   * The parts of a schema.
   *
   * @param objects the statements that create each object, by kind and name as in {@code INDEX
   *     app.item_name_idx}, in an order in which they can run
   * @param drops the statements that remove the objects, in an order in which they can run
   */
  record SchemaParts(Map<String, List<String>> objects, Set<String> drops) {
    public SchemaParts {
      objects = new LinkedHashMap<>(objects);
      drops = new LinkedHashSet<>(drops);
    }

    public Optional<List<String>> object(String name) {
      return Optional.ofNullable(objects.get(name));
    }
  }

  /** Returns a script that creates the schema. */
  String ddl();

  SchemaParts parts();

  /**
   * Returns the alternatives for creating a missing object, the best first.
   *
   * @param name as in {@link SchemaParts#objects}
   */
  List<Change> creations(String name, SchemaParts wanted);

  /**
   * Returns the changes that turn objects with data, such as tables, into those of this schema.
   * Each change is a list of alternatives; the next one is for when the engine {@linkplain
   * #isRefusedCast does not convert} values by itself.
   *
   * @param from a session in the database to change
   */
  List<List<Change>> changes(Connection from) throws SQLException;

  /**
   * Returns the alternatives for replacing an object with the same name, the best first. Empty if
   * it is changed otherwise, or not at all.
   *
   * @param name as in {@link SchemaParts#objects}
   * @param found the schema with the object to replace
   */
  List<Change> replacements(String name, SchemaParts found, SchemaParts wanted);

  /** Returns what a statement of {@link SchemaParts#drops} destroys. */
  List<DataLoss> losses(String drop);

  /** Returns whether a change failed because it does not say how to convert values. */
  boolean isRefusedCast(SQLException failure);

  /**
   * Returns the text that a query reads; empty for null.
   *
   * @param session without an open transaction
   * @throws SQLException if the query fails or takes longer than {@code atMostMillis}
   */
  Optional<String> read(Connection session, String query, int atMostMillis) throws SQLException;

  /**
   * Returns the statement, with its end, for a script of the engine's own client. Empty if the
   * client would find more in it than the statement.
   */
  Optional<String> inScript(String statement);

  /** Returns whether two definitions of an object differ in nothing that can be changed. */
  boolean isSame(List<String> one, List<String> other);

  /** Returns statements for the settings that the schema's statements depend on. */
  List<String> settings();

  /** Opens a session of the client user with these settings, for trying changes. */
  Connection connect() throws SQLException;
}

package dev.goldenrod.engine.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The schema of a running database, seen by the user that its clients are given. One thread. */
public interface LiveSchema {
  /**
   * All of it, as a script that makes it anew.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be read
   */
  String ddl();

  /**
   * The same in parts.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be read
   */
  SchemaParts parts();

  /**
   * The ways to make an object that is missing, the best first.
   *
   * @param name as in {@link SchemaParts#objects}
   */
  List<Change> creations(String name, SchemaParts wanted);

  /**
   * Changes what cannot be made anew without its data, as tables, until it is as it is here. Each
   * change stands by itself and has ways: the next one is for when the engine {@linkplain
   * #isRefusedCast would not convert} values of its own accord.
   *
   * @param from a session in the database that is to change
   */
  List<List<Change>> changes(Connection from) throws SQLException;

  /**
   * The ways to put an object in the place of another of its name, the best first; empty when it is
   * changed otherwise, if at all.
   *
   * @param name as in {@link SchemaParts#objects}
   * @param found what is to be replaced is part of it
   */
  List<Change> replacements(String name, SchemaParts found, SchemaParts wanted);

  /** What a statement of {@link SchemaParts#drops} takes away. */
  List<Loss> losses(String drop);

  /** Whether that is why a change failed: it does not say how values of one type become others. */
  boolean isRefusedCast(SQLException failure);

  /**
   * The text that a query reads; empty for null.
   *
   * @param session has no transaction
   * @throws SQLException when it fails, or takes longer than that
   */
  Optional<String> read(Connection session, String query, int atMostMillis) throws SQLException;

  /**
   * The statement as it stands in a script for the engine's own client, its end included; empty
   * when the client would find more in it than the statement.
   */
  Optional<String> inScript(String statement);

  /** Whether what makes two objects of one name differs in nothing that can be changed. */
  boolean isSame(List<String> one, List<String> other);

  /** Settings that the statements count on, each a statement. */
  List<String> settings();

  /** A session of the user with those settings, in which changes of the schema can be tried. */
  Connection connect() throws SQLException;
}

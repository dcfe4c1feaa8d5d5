package dev.goldenrod.engine.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The schema of a running database, seen by the user that its clients are given. One thread. */
public interface LiveSchema {
  /**
   * All of it, as statements that make it anew.
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
   * The statements that put an object in the place of another of its name; empty when it is changed
   * otherwise, if at all.
   *
   * @param name as in {@link SchemaParts#objects}
   */
  List<String> replacement(String name, String ddl);

  /** The statement as it stands in a script for the engine's own client, its end included. */
  String inScript(String statement);

  /**
   * The names of the schemas that hold objects of the user's own; empty when there is only one,
   * which needs no name.
   */
  List<String> namespaces(Connection connection) throws SQLException;

  /** Settings that the statements count on, each a statement. */
  List<String> settings();

  /** A session with those settings, in which changes of the schema can be tried. */
  Connection connect() throws SQLException;
}

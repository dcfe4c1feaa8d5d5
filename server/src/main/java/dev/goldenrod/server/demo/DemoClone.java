package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A clone or database with the id and credentials of its creation. */
record DemoClone(String id, String uri, String jdbcUrl, String username, String password) {
  static DemoClone of(String id, JsonNode credentials) {
    String jdbcUrl =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                credentials.path("host").asText(),
                credentials.path("port").asInt(),
                credentials.path("dbname").asText());
    return new DemoClone(
        id,
        credentials.path("uri").asText(),
        jdbcUrl,
        credentials.path("username").asText(),
        credentials.path("password").asText());
  }

  static DemoClone ofDatabase(JsonNode database) {
    JsonNode connection = database.path("connection");
    String jdbcUrl =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                connection.path("host").asText(),
                connection.path("port").asInt(),
                connection.path("database").asText());
    return new DemoClone(
        database.path("id").asText(),
        database.path("url").asText(),
        jdbcUrl,
        connection.path("username").asText(),
        connection.path("password").asText());
  }

  /** Runs the work on a new connection; throws {@link DemoFailure} if it fails. */
  <T> T with(SqlWork<T> work) {
    try (Connection connection = connect()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new DemoFailure(this + " failed: " + e.getMessage(), e);
    }
  }

  interface SqlWork<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Connects with the original credentials, even after resets of the clone. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, username, password);
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return "clone " + id + " at " + jdbcUrl;
  }
}

package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A clone or database with the id and credentials of its creation. */
record DemoClone(String id, String uri, String jdbcUrl, String username, String password) {
  static DemoClone of(String id, JsonNode credentials) {
    return of(id, credentials.path("uri").asText(), credentials, "dbname");
  }

  static DemoClone ofDatabase(JsonNode database) {
    return of(
        database.path("id").asText(),
        database.path("url").asText(),
        database.path("connection"),
        "database");
  }

  private static DemoClone of(String id, String uri, JsonNode login, String nameField) {
    String jdbcUrl =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                login.path("host").asText(),
                login.path("port").asInt(),
                login.path(nameField).asText());
    return new DemoClone(
        id, uri, jdbcUrl, login.path("username").asText(), login.path("password").asText());
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

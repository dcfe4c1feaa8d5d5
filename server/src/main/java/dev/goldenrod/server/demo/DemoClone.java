package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A clone as its user knows it: by its id and what its credentials said when it was launched. */
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

  /** Logs in as at the first time, whatever happened to the clone since. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, username, password);
  }

  /** Everything but the secrets. */
  @Override
  public String toString() {
    return "clone " + id + " at " + jdbcUrl;
  }
}

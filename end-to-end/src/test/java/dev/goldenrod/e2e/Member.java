package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.NoAnswerException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A member's operations over HTTP and SQL. The server may be restarted between calls. */
final class Member {
  private final ServerProcess server;

  Member(ServerProcess server) {
    this.server = server;
  }

  String registerSource(Map<String, ?> config, String secret) {
    return server
        .api()
        .post("/v1/sources", Map.of("kind", "rds", "config", config, "scoped_creds_ref", secret))
        .path("id")
        .asText();
  }

  String startImport(String sourceId, String golden) {
    return startImport(sourceId, golden, 0);
  }

  /** A {@code major} of 0 accepts any version of the source. */
  String startImport(String sourceId, String golden, int major) {
    Map<String, Object> body = new HashMap<>(Map.of("source_id", sourceId, "golden", golden));
    if (major > 0) {
      body.put("pg_major", major);
    }
    return server.api().post("/v1/imports", body).path("id").asText();
  }

  JsonNode importJob(String id) {
    return server.api().get("/v1/imports/" + id);
  }

  JsonNode awaitImport(String id) {
    return await("over")
        .until(
            () -> importJob(id),
            job -> List.of("Succeeded", "Failed").contains(job.path("phase").asText()));
  }

  void awaitImports() {
    server
        .api()
        .get("/v1/imports")
        .path("imports")
        .forEach(job -> awaitImport(job.path("id").asText()));
  }

  int importVersion(String sourceId, String golden) {
    JsonNode job = awaitImport(startImport(sourceId, golden));
    if (!job.path("phase").asText().equals("Succeeded")) {
      throw new AssertionError("the import did not succeed: " + job + "\n" + server.log());
    }
    return job.path("version").asInt();
  }

  String startLaunch(String golden, int version) {
    return server
        .api()
        .post("/v1/instances", Map.of("golden", golden, "ttl", "8h", "version", version))
        .path("id")
        .asText();
  }

  JsonNode instance(String id) {
    return server.api().get("/v1/instances/" + id);
  }

  JsonNode awaitReady(String id) {
    return await("Ready")
        .until(() -> instance(id), found -> found.path("phase").asText().equals("Ready"));
  }

  Clone launch(String golden, int version) {
    String id = startLaunch(golden, version);
    awaitReady(id);
    return credentials(id);
  }

  Clone credentials(String id) {
    JsonNode found = server.api().get("/v1/instances/" + id + "/credentials");
    return new Clone(
        id,
        found.path("host").asText(),
        found.path("port").asInt(),
        found.path("dbname").asText(),
        found.path("username").asText(),
        found.path("password").asText());
  }

  void reset(String id) {
    server.api().post("/v1/instances/" + id + "/reset", Map.of());
    awaitReady(id);
  }

  void refresh(String id) {
    server.api().post("/v1/instances/" + id + "/refresh", Map.of());
    awaitReady(id);
  }

  List<String> instances() {
    List<String> ids = new ArrayList<>();
    for (JsonNode found : server.api().get("/v1/instances").path("instances")) {
      ids.add(found.path("id").asText());
    }
    return ids;
  }

  void delete(String id) {
    server.api().delete("/v1/instances/" + id);
    await("gone").until(() -> isGone(id), Boolean::booleanValue);
  }

  private boolean isGone(String id) {
    try {
      instance(id);
      return false;
    } catch (ApiException e) {
      if (e.status() != 404) {
        throw e;
      }
      return true;
    }
  }

  List<Integer> versions(String golden) {
    List<Integer> numbers = new ArrayList<>();
    for (JsonNode found : server.api().get("/v1/snapshots").path("snapshots")) {
      if (found.path("name").asText().equals(golden)) {
        String path = "/v1/snapshots/" + found.path("id").asText() + "/versions";
        for (JsonNode version : server.api().get(path).path("versions")) {
          numbers.add(version.path("version").asInt());
        }
      }
    }
    return numbers;
  }

  /** Returns the status of an error response, 200 without an error, or 0 without an answer. */
  static int statusOf(Supplier<?> request) {
    try {
      request.get();
      return 200;
    } catch (ApiException e) {
      return e.status();
    } catch (NoAnswerException e) {
      return 0;
    }
  }

  record Clone(String id, String host, int port, String dbname, String username, String password) {
    Connection connect() throws SQLException {
      String url = "jdbc:postgresql://%s:%d/%s".formatted(host, port, dbname);
      return DriverManager.getConnection(url, username, password);
    }

    boolean answers() {
      try (Connection connection = connect()) {
        return connection.isValid(0);
      } catch (SQLException notNow) {
        return false;
      }
    }

    Fingerprint fingerprint() {
      try (Connection connection = connect()) {
        return Fingerprint.of(connection);
      } catch (SQLException e) {
        throw new AssertionError("clone " + id, e);
      }
    }

    void execute(String sql) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new AssertionError(sql, e);
      }
    }

    String read(String query) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        rows.next();
        return rows.getString(1);
      } catch (SQLException e) {
        throw new AssertionError(query, e);
      }
    }
  }
}

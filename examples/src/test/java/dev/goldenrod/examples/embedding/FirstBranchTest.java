package dev.goldenrod.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.RunningServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README program with real databases. */
class FirstBranchTest {
  @TempDir private Path folder;

  @AfterEach
  void purge() {
    LocalDataPlane.purge(folder.resolve("data"));
  }

  @Test
  void the_branch_has_what_the_program_did_in_it() throws Exception {
    FirstBranch.run(folder.resolve("data"), newestPostgres());

    try (RunningServer server =
        RunningServer.start(folder.resolve("data"), 0, List.of(), Map.of())) {
      ApiConnection api = ApiConnection.of(server.address(), server.newAdminToken().orElseThrow());
      assertThat(api.get("/v1/databases").findValuesAsText("status"))
          .containsExactly("running", "running");
      assertThat(hasTea(api.get("/v1/databases/shop-next").path("connection"))).isTrue();
      assertThat(hasTea(api.get("/v1/databases/shop").path("connection"))).isFalse();
    }
  }

  private static boolean hasTea(JsonNode login) throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                login.path("host").asText(),
                login.path("port").asInt(),
                login.path("database").asText());
    try (Connection connection =
            DriverManager.getConnection(
                url, login.path("username").asText(), login.path("password").asText());
        ResultSet found =
            connection.getMetaData().getTables(null, "public", "tea", new String[] {"TABLE"})) {
      return found.next();
    }
  }

  private String newestPostgres() {
    RunAs runAs = RunAs.detect();
    LocalRoot root = LocalRoot.open(folder.resolve("engines"), "e-" + UUID.randomUUID(), runAs);
    try {
      return Installations.find(root, runAs, List.of())
          .newestServer(PostgresEngine.TYPE)
          .orElseThrow()
          .version()
          .split("\\.")[0];
    } finally {
      root.purge();
    }
  }
}

package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests databases with TLS on Kubernetes as clients of the API use them. */
@Tag("simulated")
@Tag("slow")
class TlsOnKubernetesIT {
  @TempDir private Path folder;

  @Test
  void servers_of_one_namespace_tell_the_one_authority_and_clients_check_by_it() throws Exception {
    try (ServersOnCluster servers = ServersOnCluster.start(folder)) {
      ServerProcess first = servers.startServerWithTls("first");
      ServerProcess second = servers.startServerWithTls("second");
      String authorities = second.api().getText("/v1/ca.pem");
      assertThat(first.api().getText("/v1/ca.pem")).isEqualTo(authorities);

      first
          .api()
          .post("/v1/databases", Map.of("name", "shop", "type", "postgresql", "version", "15"));
      JsonNode database = ready(second, "shop");
      JsonNode connection = database.path("connection");

      assertThat(connection.path("sslmode").asText()).isEqualTo("verify-full");
      assertThat(database.path("url").asText()).endsWith("?sslmode=verify-full");
      Path ca = Files.writeString(folder.resolve("ca.pem"), authorities);
      connect(connection, "sslmode=verify-full&channelBinding=require&sslrootcert=" + ca).close();
      assertThatThrownBy(() -> connect(connection, "sslmode=disable"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("no encryption");
      first.api().delete("/v1/databases/shop?force=true");
    }
  }

  private static JsonNode ready(ServerProcess server, String name) {
    return await(name + " is ready")
        .until(
            () -> server.api().get("/v1/databases/" + name),
            database -> database.path("status").asText().equals("running"));
  }

  private static Connection connect(JsonNode connection, String parameters) throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s?%s"
            .formatted(
                connection.path("host").asText(),
                connection.path("port").asInt(),
                connection.path("database").asText(),
                parameters);
    return DriverManager.getConnection(
        url, connection.path("username").asText(), connection.path("password").asText());
  }
}

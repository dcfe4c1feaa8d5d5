package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes the configuration file of a running server. */
@Tag("slow")
class ReloadIT {
  private static final String DEBUG = "\"level\":\"DEBUG\"";

  @TempDir private Path folder;

  @Test
  void a_server_takes_what_its_file_says_when_it_gets_a_hangup() throws Exception {
    Path file = folder.resolve("config.yaml");
    String text = "data-plane: none\nlog-format: json\n";
    Files.writeString(file, text);
    try (ServerProcess server =
        ServerProcess.in(folder).with("--config", file.toString()).withHangups().start()) {
      assertThat(server.log()).doesNotContain(DEBUG);

      Files.writeString(file, text + "log-level: DEBUG\nmax-databases-per-org: 7\nhost: ::1\n");
      server.signal("HUP");
      awaitLogged(server, "max-databases-per-org");
      assertThat(event(server, "SIGHUP").path("message").asText())
          .contains("log-level from its default to DEBUG")
          .contains("max-databases-per-org from its default to 7")
          .contains("a restart is needed for host from 127.0.0.1 to ::1");
      server.api().get("/livez");
      awaitLogged(server, DEBUG);

      Files.writeString(file, text + "log-level: WARN\n");
      server.signal("HUP");
      awaitLogged(server, "log-level from DEBUG to WARN");

      Files.writeString(file, text + "log-levle: INFO\n");
      server.signal("HUP");
      awaitLogged(
          server, "kept the previous configuration: " + file + ":3: unknown key 'log-levle'");

      assertThat(server.api().get("/v1/engines")).isNotNull();
      server.terminate();
      assertThat(lines(server)).allSatisfy(line -> assertThat(read(line).has("message")).isTrue());
    }
  }

  @Test
  void an_agent_takes_levels_of_the_log_likewise() throws Exception {
    Path home = Files.createDirectory(folder.resolve("agent"));
    Path file = home.resolve("config.yaml");
    Path token = home.resolve("token");
    Files.writeString(file, "log-format: json\n");
    try (ServerProcess server = ServerProcess.in(folder).with("--data-plane", "none").start()) {
      JsonNode edge = server.api().post("/v1/clusters", Map.of("name", "edge"));
      Files.writeString(token, edge.path("agent_token").asText());
      try (ServerProcess agent =
          ServerProcess.in(home)
              .asAgentOf(URI.create(server.address()), token)
              .with("--config", file.toString())
              .withHangups()
              .start()) {
        Files.writeString(file, "log-format: json\nlog-level: DEBUG\nallow-clear-text: true\n");
        agent.signal("HUP");

        awaitLogged(agent, "changed log-level from its default to DEBUG");
        awaitLogged(agent, "a restart is needed for allow-clear-text");
        server.terminate();
        awaitLogged(agent, DEBUG);
      }
    }
  }

  private static void awaitLogged(ServerProcess server, String text) {
    await(text).until(server::log, log -> log.contains(text));
  }

  private static JsonNode event(ServerProcess server, String part) {
    return lines(server).stream()
        .filter(line -> line.contains(part))
        .map(ReloadIT::read)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> lines(ServerProcess server) {
    return server.log().lines().toList();
  }

  private static JsonNode read(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }
}

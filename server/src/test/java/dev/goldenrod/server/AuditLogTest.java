package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.member.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restarts a server that writes its audit log to a file, and rotates the file. */
class AuditLogTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void every_event_of_the_store_is_in_the_files_once() throws Exception {
    Path log = folder.resolve("audit.jsonl");
    Path rotated = folder.resolve("audit.jsonl.1");
    Path full = folder.resolve("audit.jsonl.2");
    try (RunningServer server = start(log)) {
      invite(server, "first@example.com");
      awaitLine(log, "first@example.com");
      Files.move(log, rotated);
      invite(server, "second@example.com");
      awaitLine(log, "second@example.com");
      invite(server, "last@example.com");
    }
    assertThat(Files.readString(log)).contains("last@example.com");
    Files.move(log, full);

    // A folder of that name makes writing fail.
    Files.createDirectory(log);
    try (RunningServer server = start(log)) {
      invite(server, "third@example.com");
      Files.delete(log);
      awaitLine(log, "third@example.com");

      assertThat(ids(rotated, full, log)).containsExactlyInAnyOrderElementsOf(ids(server));
    }
  }

  private RunningServer start(Path log) {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    options.records.auditLog = log.toString();
    return RunningServer.start(options, Map.of());
  }

  private static void awaitLine(Path log, String text) {
    Awaitility.await(text)
        .atMost(Duration.ofMinutes(8))
        .until(() -> Files.isRegularFile(log) && Files.readString(log).contains(text));
  }

  private static void invite(RunningServer server, String email) {
    server.control().invites().create(server.control().admin(), email, Role.USER, 0);
  }

  private static List<String> ids(RunningServer server) {
    return server.control().auditLog().after(0, 1000).stream()
        .map(entry -> entry.event().id().toString())
        .toList();
  }

  private static List<String> ids(Path... files) throws IOException {
    List<String> ids = new ArrayList<>();
    for (Path file : files) {
      for (String line : Files.readAllLines(file)) {
        JsonNode event = JSON.readTree(line);
        ids.add(event.path("id").asText());
      }
    }
    return ids;
  }
}

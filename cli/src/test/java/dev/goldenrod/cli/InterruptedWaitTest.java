package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.client.ApiConnection;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/** Kills a command in a separate process while it waits. */
class InterruptedWaitTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path home;

  @Test
  void the_work_goes_on_and_the_command_says_how_to_see_it() throws Exception {
    try (ServedFakes server = new ServedFakes(home)) {
      server.register("shop");
      server.dataPlane.holdDatabases();
      Process command = start(server, "clone", "create", "shop");
      List<String> said = new ArrayList<>();
      try (BufferedReader err =
          new BufferedReader(
              new InputStreamReader(command.getErrorStream(), StandardCharsets.UTF_8))) {
        said.add(err.readLine());
        // Process.destroy would close the stream that is read here.
        command.toHandle().destroy();
        err.lines().forEach(said::add);
      }

      assertThat(command.waitFor()).isEqualTo(TERMINATED);
      String id = server.type("clone", "list", "-o", "name").out().strip();
      assertThat(said.get(said.size() - 1))
          .isEqualTo(
              ("goldenrod: clone %s: the work continues on the server; to see it:"
                      + " goldenrod clone show %s")
                  .formatted(id, id));
      server.dataPlane.releaseDatabases();
    }
  }

  @Test
  void what_the_server_has_not_answered_is_not_told_to_go_on() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process command =
          start(
              Map.of(
                  "HOME",
                  home.toString(),
                  "GOLDENROD_URL",
                  "http://127.0.0.1:" + silent.getLocalPort(),
                  "GOLDENROD_TOKEN",
                  "a-token"),
              "database",
              "create",
              "one",
              "--type",
              "postgresql",
              "--version",
              "15");
      try (BufferedReader err = command.errorReader()) {
        assertThat(err.readLine()).isEqualTo("database one: sending the request");
        command.toHandle().destroy();

        assertThat(err.lines())
            .last()
            .isEqualTo(
                "goldenrod: database one: the server has not answered, and may or may not have"
                    + " received the request; to check: goldenrod database show one");
      }
      assertThat(command.waitFor()).isEqualTo(TERMINATED);
    }
  }

  @Test
  void an_export_says_what_is_kept_and_how_to_resume() throws Exception {
    String archive = "GET /v1/snapshots/6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60/archive";
    try (StubServer server = new StubServer(home)) {
      server
          .with("GET /v1/databases", 200, "{\"databases\": [{\"name\": \"main\"}]}")
          .with(
              "GET /v1/databases/main/snapshots",
              200,
              """
              {"snapshots": [
                {"id": "6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60", "name": "monday"}]}""")
          .with(archive, new StubServer.Answer(200, "", 0, 60_000));
      Process command = start(server.environment(), "export", "monday", "--to", "main.goldenrod");
      try (BufferedReader err = command.errorReader()) {
        while (!server.asked().contains(archive + "?part=0")) {
          Thread.sleep(20);
        }
        command.toHandle().destroy();

        assertThat(err.lines())
            .last()
            .isEqualTo(
                "goldenrod: interrupted; main.goldenrod.part keeps what was done, and the same"
                    + " command resumes");
      }
      assertThat(command.waitFor()).isEqualTo(TERMINATED);
    }
  }

  @Test
  void a_login_at_an_issuer_says_that_it_has_not_happened() throws Exception {
    try (StubServer server = new StubServer(home)) {
      server
          .with(
              "POST /sign-in/device",
              200,
              """
              {"device_code": "x", "user_code": "WDJB-MJHT", "expires_in": 600, "interval": 60,
               "verification_uri": "https://id.example"}""")
          .with("POST /sign-in/device/token", 400, "{\"error\": \"authorization_pending\"}");
      String url = server.environment().get("GOLDENROD_URL");
      Process command = start(server.environment(), "login", url, "--sso");
      try (BufferedReader err = command.errorReader()) {
        assertThat(err.readLine()).startsWith("Open https://id.example and enter");
        assertThat(err.readLine()).isEqualTo("waiting for the sign-in");
        command.toHandle().destroy();

        assertThat(err.lines())
            .last()
            .isEqualTo("goldenrod: interrupted; you are not logged in to " + url);
      }
      assertThat(command.waitFor()).isEqualTo(TERMINATED);
    }
  }

  private Process start(ServedFakes server, String... typed) throws IOException {
    return start(server.environment(), typed);
  }

  private Process start(Map<String, String> environment, String... typed) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                Main.class.getName()));
    line.addAll(List.of(typed));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    return builder.directory(home.toFile()).start();
  }

  static String classPath() {
    return Stream.of(
            Main.class,
            ApiConnection.class,
            CommandLine.class,
            Yaml.class,
            ObjectMapper.class,
            JsonFactory.class,
            JsonProperty.class)
        .map(InterruptedWaitTest::location)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}

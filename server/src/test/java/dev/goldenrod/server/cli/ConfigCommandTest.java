package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class ConfigCommandTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write_a_file() throws IOException {
    file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            port: 7000
            host: 10.0.0.1
            store-url: jdbc:postgresql://db/x?password=hidden
            store-password: hidden
            kube-image: [a, b]
            """);
  }

  private int run(Map<String, String> environment, String... words) {
    PrintStream before = System.out;
    PrintStream errorsBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      return Main.commandLine(environment).execute(words);
    } finally {
      System.setOut(before);
      System.setErr(errorsBefore);
    }
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void show_tells_each_value_and_where_it_is_from_and_no_secret() {
    Map<String, String> environment =
        Map.of("GOLDENROD_CONFIG", file.toString(), "GOLDENROD_PORT", "7001");

    assertThat(run(environment, "config", "show", "--host", "10.0.0.2")).isZero();

    assertThat(out())
        .containsPattern("(?m)^host +10\\.0\\.0\\.2 +option$")
        .containsPattern("(?m)^port +7001 +GOLDENROD_PORT$")
        .containsPattern("(?m)^kube-image +a,b +" + file + ":5$")
        .containsPattern("(?m)^data-plane +local +default$")
        .containsPattern("(?m)^store-password +\\*+ +" + file + ":4$")
        .containsPattern("(?m)^tls-cert +- +default$")
        .doesNotContain("hidden");
  }

  @Test
  void show_tells_the_same_to_programs() throws IOException {
    assertThat(run(Map.of(), "config", "show", "-o", "json", "--config", file.toString())).isZero();

    JsonNode lines = new ObjectMapper().readTree(out());
    assertThat(named(lines, "port").path("value").asText()).isEqualTo("7000");
    assertThat(named(lines, "port").path("from").asText()).isEqualTo(file + ":1");
    assertThat(named(lines, "kube-image").path("value")).hasSize(2);
  }

  private static JsonNode named(JsonNode lines, String option) {
    return StreamSupport.stream(lines.spliterator(), false)
        .filter(line -> line.path("option").asText().equals(option))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void check_accepts_what_a_start_would_and_names_what_it_would_not() throws IOException {
    Files.writeString(file, "port: 7000\n");
    assertThat(run(Map.of(), "config", "check", file.toString())).isZero();
    assertThat(out()).isEqualTo(file + ": ok\n");

    Files.writeString(file, "port: 7000\naudit-retention: 1h\n");
    assertThat(run(Map.of(), "config", "check", file.toString())).isEqualTo(2);
    Files.writeString(file, "prot: 7000\n");
    assertThat(run(Map.of(), "config", "check", file.toString())).isEqualTo(2);
    Files.writeString(file, "server: https://x\ntoken-file: /no/such\n");
    assertThat(run(Map.of(), "config", "check", "--agent", file.toString())).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8).lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).contains(file + ":2: --audit-retention is '1h'"),
            line -> assertThat(line).contains(file + ":1: unknown key 'prot'", "'port'"),
            line -> assertThat(line).contains(file + ":2: --token-file /no/such cannot be read"));
  }

  @Test
  void without_a_file_variables_are_checked_alone() {
    assertThat(run(Map.of("GOLDENROD_PORT", "7000"), "config", "check")).isZero();
    assertThat(run(Map.of("GOLDENROD_PORT", "70000"), "config", "check")).isEqualTo(2);

    assertThat(out()).isEqualTo("no configuration file; ok\n");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--port 70000 must be from 0 to 65535");
  }
}

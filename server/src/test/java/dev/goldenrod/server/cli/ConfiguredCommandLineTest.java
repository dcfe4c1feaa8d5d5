package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Values of the configuration file reach the commands, and mistakes in it are reported. */
class ConfiguredCommandLineTest {
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name_a_file() {
    file = folder.resolve("config.yaml");
  }

  private int run(Map<String, String> environment, String text, String... words)
      throws IOException {
    Files.writeString(file, text);
    CommandLine line = Main.commandLine(environment);
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @ParameterizedTest
  @CsvSource({
    "'port: none', ':1: Invalid value for option ''--port'': ''none'' is not an int'",
    "'\nport: 99999', ':2: --port 99999 must be from 0 to 65535'",
    "'data-plane: moon', ':1: Invalid value for option ''--data-plane'''",
    "'# x\n# y\nmax-databases-per-org: -1', ':3: --max-databases-per-org is ''-1'''",
    "'audit-retention: 1h', ':1: --audit-retention is ''1h'''",
    "'kube-user: x', ':1: --kube-user needs --data-plane kubernetes'",
    "'store-user: x', ':1: --store-user needs --store-url'",
    "'cli-min-version: x', ':1: --cli-min-version'",
    "'import-root: [/no/such/folder]', ':1: --import-root /no/such/folder is not a directory'",
    "'hots: x', ':1: unknown key ''hots''; the nearest one is ''host'''",
  })
  void a_value_that_no_option_takes_ends_the_start_with_file_and_line(String text, String problem)
      throws IOException {
    assertThat(run(Map.of(), text, "serve", "--config", file.toString())).isEqualTo(2);

    assertThat(err.toString()).startsWith("goldenrod serve: " + file + problem).hasLineCount(1);
  }

  @Test
  void what_counts_more_than_the_file_is_no_fault_of_the_files() throws IOException {
    Map<String, String> environment =
        Map.of("GOLDENROD_CONFIG", file.toString(), "GOLDENROD_PORT", "88888");

    run(environment, "port: 99999", "serve");
    run(environment, "port: 99999", "serve", "--port", "77777");

    assertThat(err.toString().lines())
        .containsExactly(
            "goldenrod serve: --port 88888 must be from 0 to 65535",
            "goldenrod serve: --port 77777 must be from 0 to 65535");
  }

  @Test
  void the_help_needs_no_file() throws IOException {
    assertThat(run(Map.of(), "no: such", "serve", "--config", file.toString(), "--help")).isZero();
  }

  @Test
  void commands_that_work_on_what_serve_keeps_take_its_file_too() throws IOException {
    // A folder that the engines' users cannot enter would be mounted elsewhere, and the mount would
    // remain.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path data = folder.resolve("data");
    Map<String, String> environment = Map.of("GOLDENROD_CONFIG", file.toString());
    String text = "data-dir: %s\nhost: 10.0.0.1\n".formatted(data);

    assertThat(run(environment, text, "engine", "remove", "mysql", "8.0")).isZero();
    assertThat(data).isDirectory();
    assertThat(run(environment, "data-dir: /no/such\n", "orphans", "list")).isEqualTo(2);
    assertThat(err.toString()).contains("/no/such is not a data directory");
  }

  @Test
  void an_agent_takes_what_it_has_to_be_given_from_its_file() throws IOException {
    String named = file.toString();

    assertThat(run(Map.of(), "server: https://x", "agent", "--config", named)).isEqualTo(2);
    assertThat(run(Map.of(), "server: x\ntoken-file: t", "agent", "--config", named)).isEqualTo(2);
    assertThat(run(Map.of(), "reset-caps: true", "agent", "--config", named)).isEqualTo(2);

    List<String> said = err.toString().lines().toList();
    assertThat(said.get(0)).startsWith("goldenrod agent: --token-file is missing");
    assertThat(said.get(1)).startsWith("goldenrod agent: " + file + ":1: --server x must be");
    assertThat(said.get(2)).startsWith("goldenrod agent: " + file + ":1: unknown key");
  }
}

package dev.goldenrod.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.server.ServeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

class ConfigFileReaderTest {
  private final ConfigFileReader reader =
      new ConfigFileReader(CommandSpec.forAnnotatedObject(new ServeOptions()));

  @TempDir private Path folder;

  private ConfigFile read(String text) throws IOException {
    return reader.read(Files.writeString(folder.resolve("config.yaml"), text));
  }

  @Test
  void each_option_is_there_with_its_values_and_its_line() throws IOException {
    ConfigFile file =
        read(
            """
            # Of the operations team.
            port: 7000
            accept-older-store: yes
            import-root:
              - /a
              - /b:c
            store-user: &name "ops"
            admin-email: ops@example.com
            """);

    assertThat(file.value("--port")).contains("7000");
    assertThat(file.value("--accept-older-store")).contains("true");
    assertThat(file.values("--import-root")).containsExactly("/a", "/b:c");
    assertThat(file.value("--store-user")).contains("ops");
    assertThat(file.value("--host")).isEmpty();
    assertThat(file.place("--store-user")).contains(folder + "/config.yaml:7");
  }

  @Test
  void an_empty_file_and_one_of_comments_say_nothing() throws IOException {
    assertThat(read("").entries()).isEmpty();
    assertThat(read("# nothing\n").entries()).isEmpty();
    assertThat(reader.read(Path.of("/dev/null")).entries()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'port: 1\nstore_url: x', ':2: unknown key ''store_url''; the nearest one is ''store-url'''",
    "'--port: 1', ':1: unknown key ''--port''; the nearest one is ''port'''",
    "'config: x', ':1: unknown key ''config'''",
    "'\nport: [1, 2]', ':2: ''port'' must be one value, not a list'",
    "'port:', ':1: ''port'' has no value; set one, or remove it'",
    "'port: 1\nhost: x\nport: 2', ':3: ''port'' is set twice'",
    "'accept-older-store: 1', ':1: ''accept-older-store'' must be true or false, not ''1'''",
    "'import-root: {a: b}', ':1: ''import-root'' must be a value or a list of values, not a map'",
    "'- port', ':1: it must contain keys and values'",
    "'port: 1\n\thost: x', ':2: invalid YAML'",
    "'port: \"1', ':1: invalid YAML'",
  })
  void what_no_option_takes_is_one_line_with_file_and_line(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ConfigFile.InvalidException.class)
        .message()
        .startsWith(folder + "/config.yaml")
        .contains(problem)
        .hasLineCount(1);
  }

  @Test
  void a_file_that_is_not_there_is_named_with_the_way_out() {
    assertThatThrownBy(() -> reader.read(folder.resolve("none.yaml")))
        .isInstanceOf(ConfigFile.InvalidException.class)
        .hasMessage(
            folder
                + "/none.yaml cannot be read: no such file; choose another file with --config or"
                + " GOLDENROD_CONFIG, or /dev/null for none");
  }
}

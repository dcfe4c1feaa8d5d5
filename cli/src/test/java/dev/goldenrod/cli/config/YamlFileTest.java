package dev.goldenrod.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.terminal.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {
  @TempDir private Path folder;

  @Test
  void values_are_texts_as_they_are_typed() throws IOException {
    assertThat(read("{name: 007, 'on': yes, date: 2026-11-30, quoted: '~', none: ~, empty: }"))
        .containsEntry("name", "007")
        .containsEntry("on", "yes")
        .containsEntry("date", "2026-11-30")
        .containsEntry("quoted", "~")
        .containsEntry("none", null)
        .containsEntry("empty", null);
  }

  @Test
  void what_is_written_is_read_again() throws IOException {
    Map<String, Object> data =
        Map.of("text", "a: 'b' # c\n~", "number", "007", "list", List.of(Map.of("null", "null")));

    assertThat(read(YamlFile.write(data))).isEqualTo(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing", "~"})
  void a_file_without_data_is_empty(String text) throws IOException {
    assertThat(read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [",
        "- 1",
        "text",
        "? [a]\n: b",
        "a: 1\n---\nb: 2",
        "a: !!java.io.File [/etc/passwd]",
        "a: &a [*a]",
        "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"
      })
  void other_files_are_refused_with_what_mends_them(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("config.yaml");
  }

  private Map<String, Object> read(String text) throws IOException {
    return YamlFile.read(Files.writeString(folder.resolve("config.yaml"), text));
  }
}

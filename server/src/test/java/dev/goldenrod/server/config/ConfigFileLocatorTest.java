package dev.goldenrod.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileLocatorTest {
  private static final Path OPTION = Path.of("option.yaml");

  @TempDir private Path home;

  @Test
  void the_option_counts_more_than_the_variable_and_that_more_than_the_users_own_file()
      throws IOException {
    Path own = file(".config/goldenrod/server.yaml");
    Map<String, String> variables =
        Map.of("HOME", home.toString(), "GOLDENROD_CONFIG", "variable.yaml");

    assertThat(ConfigFileLocator.ofServe(variables).find(OPTION)).contains(OPTION);
    assertThat(ConfigFileLocator.ofServe(variables).find(null)).contains(Path.of("variable.yaml"));
    assertThat(ConfigFileLocator.ofServe(Map.of("HOME", home.toString())).find(null)).contains(own);
  }

  @Test
  void an_agent_has_a_file_of_its_own() throws IOException {
    Map<String, String> variables = Map.of("XDG_CONFIG_HOME", home.resolve("xdg").toString());
    Path own = file("xdg/goldenrod/agent.yaml");
    file("xdg/goldenrod/server.yaml");

    assertThat(ConfigFileLocator.ofAgent(variables).find(null)).contains(own);
  }

  @Test
  void programs_read_none_that_is_not_named() throws IOException {
    file(".config/goldenrod/server.yaml");

    assertThat(ConfigFileLocator.named(Map.of("HOME", home.toString())).find(null)).isEmpty();
    assertThat(ConfigFileLocator.named(Map.of("GOLDENROD_CONFIG", "x")).find(null))
        .contains(Path.of("x"));
  }

  private Path file(String name) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }
}

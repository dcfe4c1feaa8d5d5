package dev.goldenrod.server;

import static dev.goldenrod.server.GivenOptions.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionValueSecretTest {
  private static final String URL = "jdbc:postgresql://db/x";

  @TempDir private Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("secret"), text).toString();
  }

  @Test
  void a_secret_is_what_the_file_holds_without_the_end_of_its_line() throws IOException {
    String token = "a-token-that-the-operator-has-chosen";

    assertThat(
            settings(Map.of(), "--store-url", URL, "--store-password-file", file("pass word\n"))
                .store()
                .password())
        .isEqualTo("pass word");
    assertThat(settings(Map.of("GOLDENROD_ADMIN_TOKEN_FILE", file(token + "\n"))).adminToken())
        .contains(token);
  }

  @Test
  void a_secret_and_a_file_with_one_are_not_given_together() throws IOException {
    Map<String, String> environment = Map.of("GOLDENROD_STORE_PASSWORD", "hidden");
    String file = file("hidden too");

    assertThatThrownBy(
            () -> settings(environment, "--store-url", URL, "--store-password-file", file))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--store-password-file and --store-password (or GOLDENROD_STORE_PASSWORD) are both"
                + " given; leave one out");
  }

  @Test
  void a_file_without_a_secret_is_named() throws IOException {
    String empty = file("\n");

    assertThatThrownBy(() -> settings(Map.of(), "--admin-token-file", empty))
        .isInstanceOf(UsageException.class)
        .hasMessage("--admin-token-file " + empty + " is empty");
    assertThatThrownBy(() -> settings(Map.of(), "--admin-token-file", "/no/such"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--admin-token-file /no/such cannot be read");
    String tooShort = file("short");
    assertThatThrownBy(() -> settings(Map.of(), "--admin-token-file", tooShort))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--admin-token-file has 5 characters");
  }
}

package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ServerStoreTest {
  private static String words(String... options) {
    ServerStore store = new ServerStore();
    new CommandLine(store).parseArgs(options);
    return store.words();
  }

  @Test
  void it_is_named_by_options_that_can_be_typed_and_without_a_password() {
    String url = "jdbc:postgresql://db/goldenrod?user=ann&password=s3cret&sslmode=require";

    assertThat(words("--data-dir", "/srv/g")).isEqualTo("--data-dir " + Path.of("/srv/g"));
    assertThat(words("--data-dir", "/srv/my data")).isEqualTo("--data-dir '/srv/my data'");
    assertThat(
            words(
                "--data-dir",
                "/srv/g",
                "--store-url",
                url,
                "--store-user",
                "ann",
                "--store-password",
                "s3cret"))
        .isEqualTo(
            "--data-dir /srv/g --store-url 'jdbc:postgresql://db/goldenrod?user=…&password=…&sslmode=require' --store-user ann");
  }
}

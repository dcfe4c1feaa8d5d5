package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.program.ServerCommandStub;
import dev.goldenrod.dataplane.local.DataDirectory;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void each_word_has_the_same_help_without_the_others() {
    CommandLine all = Main.commandLine(Map.of());

    all.getSubcommands()
        .forEach(
            (word, command) -> {
              CommandLine alone = Main.commandLineOfWord(Map.of(), word);
              assertThat(alone.getSubcommands())
                  .containsOnlyKeys(new TreeSet<>(List.of("serve", word)));
              assertThat(alone.getSubcommands().get(word).getUsageMessage())
                  .isEqualTo(command.getUsageMessage());
            });
  }

  @Test
  void the_version_is_the_one_of_the_build() {
    assertThat(run("--version")).isZero();

    assertThat(out.toString()).matches("goldenrod \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void no_command_is_bad_usage_said_in_one_line() {
    assertThat(run()).isEqualTo(2);

    assertThat(err.toString()).isEqualTo("goldenrod: a command is missing; see goldenrod --help\n");
  }

  @Test
  void an_unknown_command_is_named() {
    assertThat(run("sevre")).isEqualTo(2);
    assertThat(run("secret", "list")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "goldenrod: unknown word 'sevre'; see goldenrod --help\n"
                + "goldenrod secret: unknown word 'list'; see goldenrod secret --help\n");
  }

  @Test
  void the_help_of_the_command_line_has_each_word_with_its_description() {
    Map<String, CommandLine> words = Main.commandLine(Map.of()).getSubcommands();

    words.forEach(
        (word, command) -> {
          String[] description = command.getCommandSpec().usageMessage().description();
          if (!word.equals("test-server")) {
            assertThat(String.join(" ", description))
                .startsWith(ServerCommandStub.DESCRIPTIONS.get(word));
          }
        });
    assertThat(ServerCommandStub.DESCRIPTIONS.keySet())
        .containsAll(words.keySet().stream().filter(it -> !it.equals("test-server")).toList());
  }

  @Test
  void an_unknown_option_is_bad_usage_said_in_one_line() {
    assertThat(run("secret", "put", "shop", "--nonsense")).isEqualTo(2);

    assertThat(err.toString().lines()).singleElement().asString().contains("'--nonsense'");
  }

  @Test
  void a_purge_of_no_data_directory_is_told_which_one_serve_takes() {
    assertThat(run("purge")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "goldenrod purge: --data-dir is missing (serve's default is ~/.goldenrod);"
                + " see goldenrod purge --help\n");
  }

  @Test
  void what_an_engine_command_makes_is_a_data_directory_that_purge_takes(@TempDir Path folder) {
    Path data = folder.resolve("data");

    assertThat(run("engine", "remove", "mysql", "8.0", "--data-dir", data.toString())).isZero();
    assertThat(run("purge", "--data-dir", data.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no terminal to ask for confirmation; confirm with --yes");
    assertThat(data).exists();
    err.getBuffer().setLength(0);
    try (DataDirectory running = DataDirectory.lock(data)) {
      assertThat(run("purge", "--data-dir", data.toString())).isEqualTo(2);
      assertThat(err.toString()).contains(running.path() + " is in use by another server");
    }
    assertThat(run("purge", "--yes", "--data-dir", data.toString())).isZero();
    assertThat(data).doesNotExist();
  }

  @Test
  void the_address_that_the_api_listens_on_binds_no_secret(@TempDir Path folder) {
    String data = folder.resolve("data").toString();
    Map<String, String> environment = Map.of("GOLDENROD_HOST", "0.0.0.0");
    InputStream in = System.in;
    System.setIn(new ByteArrayInputStream("a password\n".getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(run(environment, "secret", "put", "shop", "--data-dir", data)).isZero();
    } finally {
      System.setIn(in);
    }

    assertThat(err.toString())
        .isEqualTo("stored the password of secret 'shop' in %s/secrets\n".formatted(data));
    assertThat(folder.resolve("data/secrets/shop/password")).exists();
    assertThat(folder.resolve("data/secrets/shop/host")).doesNotExist();
  }

  @Test
  void a_name_that_no_secret_can_have_is_refused_before_a_password_is_read(@TempDir Path folder) {
    InputStream in = System.in;
    System.setIn(InputStream.nullInputStream());
    try {
      assertThat(run("secret", "put", "../x", "--data-dir", folder.toString())).isEqualTo(2);
    } finally {
      System.setIn(in);
    }

    assertThat(err.toString()).startsWith("goldenrod secret put: secret name '../x' must be");
  }

  @Test
  void a_log_level_that_is_none_is_refused_by_every_command(@TempDir Path folder) {
    Map<String, String> loud = Map.of("GOLDENROD_LOG_LEVEL", "LOUD");
    String data = folder.resolve("data").toString();

    assertThat(run(loud, "engine", "remove", "mysql", "8.0", "--data-dir", data)).isEqualTo(2);
    assertThat(run(Map.of("GOLDENROD_LOG_LEVEL", "warn"), "--version")).isZero();

    assertThat(err.toString())
        .isEqualTo(
            "goldenrod: GOLDENROD_LOG_LEVEL is 'LOUD'; it must be one of ERROR, WARN, INFO, DEBUG,"
                + " TRACE, or LOGGER=LEVEL\n");
    assertThat(Path.of(data)).doesNotExist();
  }

  @Test
  void what_is_no_id_of_an_orphan_is_named_with_the_way_to_one() {
    assertThat(run("orphans", "restore", "nonsense")).isEqualTo(2);
    assertThat(run("orphans", "delete", "1-2")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "goldenrod orphans restore: 'nonsense' is not the id of an orphan; 'goldenrod orphans"
                + " list' shows the ids in its first column\n"
                + "goldenrod orphans delete: '1-2' is not the id of an orphan; 'goldenrod orphans"
                + " list' shows the ids in its first column\n");
  }

  private int run(String... words) {
    return run(Map.of(), words);
  }

  private int run(Map<String, String> environment, String... words) {
    CommandLine line = Main.commandLine(environment);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }
}

package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Substrate;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramWordsTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server
        .control
        .goldens()
        .register(
            server.control.admin(),
            Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "handle-1"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void words_options_and_their_values_are_completed() {
    assertThat(completed("who")).containsExactly("whoami");
    assertThat(completed("clone", "cr")).containsExactly("create", "credentials");
    assertThat(completed("clone", "create", "--tt")).containsExactly("--ttl");
    assertThat(completed("clone", "list", "-o", "j")).containsExactly("json");
    assertThat(completed("warm")).isEmpty();
    assertThat(completed("database", "create", "x", "--type", ""))
        .containsExactly("postgresql", "mysql", "mongodb");
    assertThat(completed("clone", "create", "shop", "--size", "m")).containsExactly("medium");
    assertThat(completed("help", "exa")).containsExactly("examples");
    assertThat(completed("help", "clone", "cre")).containsExactly("create", "credentials");
    assertThat(completed("secret", "")).containsExactly("put");
    assertThat(completed("engine", "i")).containsExactly("install");
    assertThat(completed("engine", "install", "")).isEmpty();
  }

  @Test
  void what_depends_on_the_words_before_is_completed() {
    server.create("main");
    server.create("other");
    server.type("snapshot", "create", "main", "before");
    server.type("snapshot", "create", "other", "after");

    assertThat(completed("branch", "create", "main", "x", "--from-snapshot", ""))
        .containsExactly("before");
    assertThat(completed("snapshot", "delete", "")).contains("before", "after");
    assertThat(completed("branch", "delete", "main", "ot")).containsExactly("other");
    assertThat(completed("clone", "create", "shop", "--golden-version", "")).containsExactly("1");
    assertThat(completed("database", "create", "x", "--type", "mysql", "--version", ""))
        .contains("8.0")
        .noneMatch(version -> version.contains(" "));
  }

  @Test
  void names_are_completed_as_the_server_has_them_now() {
    assertThat(completed("golden", "show", "")).containsExactly("shop");
    assertThat(completed("clone", "create", "sh")).containsExactly("shop");
    assertThat(completed("clone", "create", "--ttl", "8h", "")).containsExactly("shop");
    assertThat(completed("psql", "--", "")).isEmpty();
  }

  @Test
  void a_server_that_is_away_completes_nothing_and_says_nothing() {
    server.environment().put("GOLDENROD_URL", "http://127.0.0.1:1");

    Result completed = server.type("complete", "--", "golden", "show", "");
    assertThat(completed.code()).isZero();
    assertThat(completed.out() + completed.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void each_shell_has_a_script(String shell) {
    assertThat(server.type("completion", shell).out()).contains("complete -- ");
    assertThat(server.type("completion", shell + "h").code()).isEqualTo(2);
  }

  @Test
  void help_explains_words_and_what_is_none() {
    assertThat(server.type("help").out())
        .contains("Resources", "clone", "Running a server", "serve");
    assertThat(server.type("help", "clone", "create").out()).contains("goldenrod clone create");
    assertThat(server.type("help", "examples").out()).contains("goldenrod up");
    assertThat(server.type("help", "exit-codes").out().lines().filter(it -> it.matches("\\d+  .*")))
        .hasSize(ExitCode.values().length);
    assertThat(server.type("help", "nothing").code()).isEqualTo(2);
  }

  @Test
  void help_fits_and_breaks_no_example() {
    for (TopLevelCommand word : TopLevelCommand.values()) {
      if (!word.isHidden() && word.group() != TopLevelCommand.Group.RUNNING) {
        assertFits(server.type(word.word(), "--help").out(), word.word());
      }
    }
    assertFits(server.type("help").out(), "help");
    assertThat(server.type("source", "add", "--help").out())
        .contains(
            "\n  goldenrod source add --host db.example.com --dbname shop --username reader --secret shop\n");
    server.environment().put("COLUMNS", "100");
    assertThat(server.type("run", "--help").out().lines()).anyMatch(line -> line.length() > 85);
  }

  private static void assertFits(String help, String word) {
    assertThat(help.lines().filter(line -> !line.startsWith("  goldenrod ")))
        .as(word)
        .isNotEmpty()
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void the_manual_has_every_word() {
    String page = server.type("man").out();

    Stream.of(TopLevelCommand.values())
        .filter(word -> !word.isHidden())
        .forEach(word -> assertThat(page).contains(".SS goldenrod " + word.word()));
    assertThat(page.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
        .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|B|I|nf|fi)( .*)?"));
  }

  @Test
  void a_word_of_the_servers_says_what_is_missing() {
    Result served = server.type("serve", "--port", "1");

    assertThat(served.code()).isEqualTo(2);
    assertThat(served.err()).contains("'serve' is a command of the server");
  }

  @Test
  void a_word_that_is_mistyped_is_told_what_it_may_be() {
    Result mistyped = server.type("clne", "list");

    assertThat(mistyped.code()).isEqualTo(2);
    assertThat(mistyped.err()).contains("unknown word 'clne'").contains("goldenrod clone");
    assertThat(server.type("databse", "list").err())
        .contains("goldenrod database")
        .doesNotContain("goldenrod status", "goldenrod serve");
  }

  @Test
  void the_classes_that_commands_need_are_loaded_without_a_server() {
    assertThat(server.type("warm-up", home.resolve("new").toString()).code()).isZero();
  }

  private Stream<String> completed(String... typed) {
    String[] words =
        Stream.concat(Stream.of("complete", "--"), Stream.of(typed)).toArray(String[]::new);
    return server.type(words).out().lines().map(line -> line.split("\t")[0]);
  }
}

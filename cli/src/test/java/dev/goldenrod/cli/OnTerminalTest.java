package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.Progress;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests questions, redrawn progress and colors on a terminal. */
class OnTerminalTest {
  private static final String CLEAR = "\r\u001b[K";
  private static final String WRAP_OFF = "\u001b[?7l";
  private static final String WRAP_ON = "\u001b[?7h";

  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
  }

  @AfterEach
  void stop() {
    server.dataPlane.releaseImports();
    server.close();
  }

  @Test
  void a_question_names_what_goes_and_what_depends_on_it() {
    server.create("main");
    server.type("snapshot", "create", "main", "then");
    server.type("branch", "create", "main", "sub");

    Result refused = server.typeOnTerminal("n\n", "database", "delete", "main", "--force");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("snapshot then is deleted with it")
        .contains("branch sub stays")
        .contains("Really delete database 'main' with its data on " + server.url() + "? [y/N]");
    assertThat(server.type("database", "show", "main").code()).isZero();

    assertThat(server.typeOnTerminal("", "database", "delete", "main", "--force").code())
        .isEqualTo(1);
    assertThat(server.typeOnTerminal("y\n", "database", "delete", "main", "--force").code())
        .isZero();
    assertThat(server.type("database", "show", "main").code()).isEqualTo(3);
  }

  @Test
  void a_wait_draws_over_one_line_and_leaves_none() {
    server.type("source", "add", "--host", "db", "--dbname", "shop", "--secret", "reader");
    server.dataPlane.holdImports();
    CompletableFuture<Result> drawn = started(true);
    CompletableFuture<Result> told = started(false);
    // Waiting commands poll every two seconds.
    server.type("import", "watch", "crm", "--timeout", "4s");
    server.dataPlane.releaseImports();

    assertThat(drawn.join().code()).as(drawn.join().err()).isZero();
    assertThat(drawn.join().err())
        .contains(
            WRAP_OFF + CLEAR + "import of shop: Probing [##########----------] 50% 3/6 tables",
            WRAP_ON)
        .endsWith("next: goldenrod clone create shop\n");
    assertThat(drawn.join().err().replaceAll("(?s).*" + "\r", "")).startsWith("\u001b[K");
    assertThat(told.join().err()).contains("import of crm: Probing 50%\n").doesNotContain("\u001b");
  }

  @Test
  void the_result_of_an_export_has_a_line_of_its_own() {
    server.create("main");
    server.type("snapshot", "create", "main", "monday");

    Result exported =
        server.typeOnTerminal("", "export", "monday", "--to", home.resolve("main").toString());

    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(exported.err()).containsPattern("(?m)(^|\\r\u001b\\[K)exported to ");
  }

  /** Starts an import that has reported its progress. */
  private CompletableFuture<Result> started(boolean isOnTerminal) {
    String[] typed = {"import", "start", isOnTerminal ? "shop" : "crm", "--source", "shop"};
    CompletableFuture<Result> begun =
        CompletableFuture.supplyAsync(
            () -> isOnTerminal ? server.typeOnTerminal("", typed) : server.type(typed));
    Result shown;
    do {
      shown = server.type("import", "show", typed[2], "-o", "json");
    } while (shown.code() != 0 || !shown.json().path("phase").asText().equals("Probing"));
    UUID id = UUID.fromString(shown.json().path("id").asText());
    do {
      server.dataPlane.reportProgress(id, new Progress(3, 6, "tables"));
      shown = server.type("import", "show", typed[2], "-o", "json");
    } while (shown.json().path("progress").isNull());
    return begun;
  }

  @Test
  void help_is_coloured_unless_colours_are_not_wanted() {
    assertThat(server.typeOnTerminal("", "clone", "create", "--help").out()).contains("\u001b[");
    assertThat(server.type("clone", "create", "--help").out()).doesNotContain("\u001b[");

    server.environment().put("NO_COLOR", "1");
    assertThat(server.typeOnTerminal("", "clone", "create", "--help").out())
        .doesNotContain("\u001b[");
  }

  @Test
  void a_terminal_that_is_dumb_is_not_drawn_over() {
    server.register("shop");
    server.environment().put("TERM", "dumb");

    assertThat(server.typeOnTerminal("", "clone", "create", "shop").err()).doesNotContain("\u001b");
  }
}

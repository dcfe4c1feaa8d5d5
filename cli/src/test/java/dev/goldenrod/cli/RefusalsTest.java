package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output and exit code of failing commands. */
class RefusalsTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
  }

  @AfterEach
  void stop() {
    server.dataPlane.releaseDatabases();
    server.dataPlane.releaseImports();
    server.close();
  }

  private void assertRefused(int code, String message, String... typed) {
    Result refused = server.type(typed);
    assertThat(refused.code()).as(refused.err()).isEqualTo(code);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void what_is_typed_wrongly_is_2() {
    assertRefused(2, "there is no source yet", "import", "start", "shop");
    assertRefused(2, "unknown word", "clone", "list", "more");
    assertRefused(2, "--nothing", "clone", "list", "--nothing");
    assertRefused(2, "xml", "clone", "list", "-o", "xml");
    assertRefused(2, "a subcommand is missing", "pool");
    assertRefused(2, "is not a duration", "clone", "create", "shop", "--timeout", "soon");
    assertRefused(2, "nothing to change", "quota", "set");
    assertRefused(2, "at least 1", "quota", "set", "--per-member", "0");
    assertRefused(2, "nothing to change", "database", "resize", "main");
    assertRefused(2, "TARGET", "pool", "create", "shop", "many");
    assertRefused(2, "--no-wait", "run", "shop", "--no-wait", "--", "true");
    assertRefused(
        2,
        "--context one and --url http://127.0.0.1:1 exclude each other",
        "clone",
        "list",
        "--context",
        "one",
        "--url",
        "http://127.0.0.1:1");
    assertRefused(
        2,
        "goldenrod invite accept --display-name 'Dev One' --stdin < FILE",
        "invite",
        "accept",
        "--display-name",
        "Dev One");
  }

  @Test
  void words_of_other_programs_lead_to_the_known_ones() {
    assertRefused(2, "goldenrod database list", "database", "ls");
    assertRefused(2, "goldenrod database show", "database", "get", "main");
    assertRefused(2, "goldenrod database delete", "database", "rm", "main");
    assertRefused(2, "goldenrod context remove", "context", "rm", "one");
    assertRefused(2, "goldenrod source add", "source", "create");
    assertRefused(2, "goldenrod import start", "import", "create", "shop");
    assertRefused(2, "goldenrod branch", "branches");
    assertRefused(2, "goldenrod database", "db", "ls");
  }

  @Test
  void errors_of_usage_are_JSON_too() {
    for (String[] typed :
        new String[][] {
          {"clone", "list", "--nothing", "-o", "json"},
          {"clone", "list", "--nothing", "-ojson"},
          {"clone", "list", "--nothing", "--output=JSON"},
          {"--nothing", "--agent"}
        }) {
      Result refused = server.type(typed);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.error().path("code").asText()).isEqualTo("usage");
    }
  }

  @Test
  void what_is_not_there_is_3() {
    assertRefused(3, "there is no golden 'x'", "golden", "show", "x");
    assertRefused(3, "goldenrod golden list", "clone", "create", "x");
    assertRefused(3, "goldenrod golden list", "pool", "create", "x", "2");
    assertRefused(3, "there is no source", "import", "start", "x", "--source", "x");
    assertRefused(3, "there is no import", "import", "watch", "x");
    assertRefused(3, "there is no database", "branch", "create", "x", "y");
    assertRefused(3, "there is no snapshot", "snapshot", "branch", "x", "y");
    assertRefused(3, "there is no member", "member", "disable", "x@example.com");
    assertRefused(3, "there is no pool", "pool", "resize", "x", "2");
    assertRefused(3, "there is no cluster", "cluster", "token", "x", "--yes");
    assertRefused(3, "there is no token", "token", "delete", "x", "--yes");
    assertRefused(3, "there is no invite", "invite", "delete", "x", "--yes");
  }

  @Test
  void whoever_may_not_gets_4() {
    String invite =
        server
            .control
            .invites()
            .create(server.control.admin(), "dev@example.com", Role.USER, 0)
            .secret();
    server.register("shop");
    assertThat(server.type("golden", "share", "shop").code()).isZero();
    server.environment().remove("GOLDENROD_TOKEN");
    Result accepted =
        server.typeWith(invite + "\ncorrect horse battery\n", "invite", "accept", "--stdin");
    assertThat(accepted.code()).as(accepted.err()).isZero();
    String token =
        server.control.sessions().login("dev@example.com", "correct horse battery").token();

    assertRefused(4, "not logged in", "clone", "list");
    server.environment().put("GOLDENROD_TOKEN", token);
    assertRefused(4, "forbidden", "member", "list");
    assertRefused(
        4,
        "'source add' requires another role",
        "source",
        "add",
        "--host",
        "db",
        "--dbname",
        "shop");
    assertThat(server.type("source", "list").code()).isZero();
    assertThat(server.type("clone", "create", "shop").code()).isZero();
    assertRefused(4, "your role is 'user'", "golden", "delete", "shop", "--yes");
    server.environment().put("GOLDENROD_TOKEN", "grt_nothing");
    assertRefused(4, "unset GOLDENROD_TOKEN", "clone", "list");
    assertThat(server.type("doctor", "-o", "csv").out()).contains("unset GOLDENROD_TOKEN");
  }

  @Test
  void what_stands_against_it_is_5_and_is_named() {
    server.create("main");
    server.type("branch", "create", "main", "sub");
    server.register("shop");
    String clone = server.type("clone", "create", "shop", "-o", "name").out().strip();

    assertRefused(5, "database name already in use: 'main'", "database", "create", "main");
    assertRefused(5, "database name already in use: 'sub'", "branch", "create", "main", "sub");
    server.type("clone", "create", "shop", "taken");
    assertRefused(5, "instance name already in use: 'taken'", "clone", "create", "shop", "taken");
    assertRefused(5, "has branches: sub", "database", "delete", "main", "--yes");
    assertRefused(5, "is not a branch", "branch", "delete", "main", "--yes");
    assertRefused(5, "'main' is not a branch", "database", "promote", "main", "--yes");
    assertRefused(5, "clone " + clone, "golden", "delete", "shop", "--yes");
    assertRefused(5, "'main' is not a branch", "diff", "main");
    assertThat(server.type("cluster", "add", "east").code()).isZero();
    assertRefused(5, "cluster 'east' already exists", "cluster", "add", "east");
  }

  @Test
  void other_refusals_are_1() {
    server.dataPlane.failNextDatabase("the disk is full");
    assertRefused(1, "the disk is full", "database", "create", "main");
    assertRefused(
        1, "invalid input", "database", "create", "other", "--type", "oracle", "--version", "1");
  }

  @Test
  void a_wait_that_is_over_is_6_and_says_how_to_go_on() {
    server.register("shop");
    server.dataPlane.holdDatabases();

    assertRefused(6, "goldenrod clone show", "clone", "create", "shop", "--timeout", "1s");
    Result begun = server.type("clone", "create", "shop", "--no-wait", "-o", "json");
    assertThat(begun.json().path("phase").asText()).isNotEqualTo("Ready");
    Result made = server.type("database", "create", "main", "--no-wait", "-o", "json");
    assertThat(made.json().path("status").asText()).isEqualTo("provisioning");
    assertRefused(6, "goldenrod database show x", "database", "create", "x", "--timeout", "0s");
  }

  @Test
  void a_token_that_ends_in_the_middle_of_a_wait_is_4() throws Exception {
    server.register("shop");
    server.dataPlane.holdDatabases();
    String id = "";
    for (JsonNode token : server.type("token", "list", "-o", "json").json()) {
      id = token.path("name").asText().equals("client") ? token.path("id").asText() : id;
    }

    CompletableFuture<Result> waiting =
        CompletableFuture.supplyAsync(() -> server.type("clone", "create", "shop"));
    while (server.control.instances().list(server.control.admin()).isEmpty()) {
      Thread.sleep(20);
    }
    server.control.tokens().delete(server.control.admin(), UUID.fromString(id));
    assertThat(waiting.get().code()).as(waiting.get().err()).isEqualTo(4);
  }

  @Test
  void a_failed_import_says_why_and_warnings_stand_apart_from_the_data() {
    server.type("source", "add", "--host", "db", "--dbname", "shop", "--secret", "reader");
    server.dataPlane.warnAtStep(ImportPhase.IMPORTING, "no extension x");
    Result done = server.type("import", "start", "shop", "--source", "shop", "-o", "csv");
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.err()).contains("warning: no extension x");
    assertThat(done.out()).doesNotContain("no extension x");

    server.dataPlane.failStep(ImportPhase.PROBING, "wrong password");
    assertRefused(1, "wrong password", "import", "start", "crm", "--source", "shop");
  }

  @Test
  void nothing_is_taken_away_where_nobody_can_be_asked() {
    server.create("main");
    server.type("snapshot", "create", "main", "then");

    Result refused = server.type("database", "delete", "main", "--agent");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.error().path("next_steps").get(1).asText())
        .isEqualTo("goldenrod database delete main --agent --yes");

    Result plan = server.type("database", "delete", "main", "--agent", "--dry-run");
    assertThat(plan.code()).isZero();
    assertThat(plan.json().path("action").asText()).isEqualTo("delete");
    assertThat(plan.json().path("alongside").get(0).asText()).contains("snapshot then");
    assertThat(server.type("database", "show", "main").code()).isZero();
  }

  @Test
  void several_go_at_once_and_branches_before_what_they_are_of() {
    server.create("main");
    server.type("branch", "create", "main", "a");
    server.type("branch", "create", "a", "b");

    assertRefused(3, "there is no database 'c'", "branch", "delete", "b", "c", "--yes");
    assertRefused(5, "has branches: b", "branch", "delete", "a", "--yes");
    Result plan = server.type("database", "delete", "main", "a", "b", "--dry-run", "-o", "json");
    assertThat(plan.json().findValuesAsText("target"))
        .containsExactly(
            "branch 'b' with its data",
            "branch 'a' with its data",
            "database 'main' with its data");
    Result gone = server.type("branch", "delete", "a", "b", "--yes");
    assertThat(gone.code()).as(gone.err()).isZero();
    assertThat(server.type("database", "list", "-o", "name").out()).isEqualTo("main\n");
  }

  @Test
  void a_promotion_says_what_became_of_the_former_one() {
    server.create("main");
    server.type("branch", "create", "main", "next");

    Result promoted = server.type("database", "promote", "next", "--yes");
    assertThat(promoted.code()).as(promoted.err()).isZero();
    assertThat(promoted.err()).contains("is now its branch 'main-old-1'");
  }

  @Test
  void a_broken_file_of_the_users_is_told_with_what_mends_it() throws IOException {
    server.environment().remove("GOLDENROD_URL");
    Path file = home.resolve(".config/goldenrod/config.yaml");
    Files.createDirectories(file.getParent());
    for (String broken :
        new String[] {"contexts: [", "- 1", "contexts: [{name: a, url: 'a b', token-file: t}]"}) {
      Files.writeString(file, broken);
      assertRefused(2, "mv " + file, "clone", "list");
      Result doctor = server.type("doctor", "-o", "json");
      assertThat(doctor.code()).isEqualTo(2);
      assertThat(doctor.json().get(0).path("next_step").asText()).contains("mv " + file);
    }
  }

  @Test
  void programs_are_told_what_comes_next() {
    server.register("shop");
    Result made = server.type("clone", "create", "shop", "--agent");

    assertThat(made.json().path("phase").asText()).isEqualTo("Ready");
    assertThat(made.error().path("next_steps").get(0).asText())
        .isEqualTo("goldenrod clone credentials " + made.json().path("id").asText());
  }

  @Test
  void no_word_but_those_for_it_prints_a_password() {
    server.create("main");
    String password =
        server
            .type("database", "credentials", "main", "-o", "json")
            .json()
            .path("password")
            .asText();
    assertThat(password).isNotEmpty();

    for (String[] typed :
        new String[][] {
          {"database", "show", "main"},
          {"database", "list"},
          {"database", "restart", "main"},
          {"database", "resize", "main", "--cpu", "2"},
          {"branch", "create", "main", "sub"}
        }) {
      Result shown =
          server.type(
              Stream.concat(Stream.of(typed), Stream.of("-o", "json", "-v"))
                  .toArray(String[]::new));
      assertThat(shown.code()).as(shown.err()).isZero();
      assertThat(shown.out() + shown.err()).doesNotContain(password).doesNotContain("\"url\"");
    }
  }

  @Test
  void the_project_alone_says_nowhere_that_something_may_be_taken_away() throws IOException {
    server.create("main");
    String token = server.environment().remove("GOLDENROD_TOKEN");
    String url = server.environment().remove("GOLDENROD_URL");
    server.typeWith(token, "login", url, "--token-stdin", "--name", "one");
    server.type("context", "add", "two", "https://two.example");
    server.type("context", "use", "two");
    Files.writeString(home.resolve(".goldenrod"), "context: one\n");

    assertRefused(2, "--context=one", "database", "delete", "main", "--yes");
    assertThat(server.type("database", "delete", "main", "--yes", "--context", "one").code())
        .isZero();
  }
}

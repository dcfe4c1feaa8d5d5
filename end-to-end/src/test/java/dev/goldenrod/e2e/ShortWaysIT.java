package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.e2e.CommandLine.Result;
import dev.goldenrod.e2e.CommandLine.Running;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command line client's psql, url, run and checkout with real databases. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ShortWaysIT {
  private static final String LOOP = "echo started; while :; do sleep 0.1; done";

  @TempDir private static Path folder;
  private ServerProcess server;
  private CommandLine user;

  @BeforeAll
  void serve() throws Exception {
    server = ServerProcess.in(folder).start();
    user = new CommandLine(server, folder.resolve("home"));
    try (TestSource source = TestSource.start(folder, 0)) {
      server.putSecret("golden", source.postgres().password());
      Member member = new Member(server);
      member.importVersion(member.registerSource(source.config(), "golden"), "golden");
      create("shop", "" + source.major());
    }
    CommandLine.Result filled =
        user.sh("goldenrod psql shop -- -c 'CREATE TABLE tea AS SELECT 7 AS n'");
    assertThat(filled.code()).as(filled.err()).isZero();
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();

    assertThat(EngineProcesses.processes(server.dataDir())).isEmpty();
    assertThat(guards()).isEmpty();
  }

  @BeforeEach
  void have_nothing_left_of_others() {
    assertThat(branches()).isEmpty();
  }

  @Test
  void psql_answers_without_a_password_in_any_command_line() throws Exception {
    assertThat(user.sh("goldenrod psql shop -- -Atc 'SELECT n FROM tea'").out()).isEqualTo("7\n");
    assertThat(user.sh("echo 'SELECT n FROM tea;' | goldenrod psql shop -- -At").out())
        .isEqualTo("7\n");
    assertThat(user.sh("goldenrod psql shop -- -c 'SELEC'").code()).isEqualTo(1);

    String lines = user.sh("goldenrod psql shop -- -c '\\! cat /proc/[0-9]*/cmdline'").out();
    assertThat(lines).contains("psql").doesNotContain(password());
  }

  @Test
  void connection_strings_are_taken_by_clients_as_they_are() throws Exception {
    String query = " -Atc 'SELECT n FROM tea'";
    assertThat(user.sh("psql \"$(goldenrod url shop)\"" + query).out()).isEqualTo("7\n");
    assertThat(user.sh("eval \"$(goldenrod url shop --env)\"; psql" + query).out())
        .isEqualTo("7\n");
    assertThat(
            user.sh(
                    "export PGPASSWORD='%s'; eval \"$(goldenrod url shop --psql)%s\""
                        .formatted(password(), query))
                .out())
        .isEqualTo("7\n");
    String jdbc = user.sh("goldenrod url shop --jdbc").out().strip();
    try (Connection connection = DriverManager.getConnection(jdbc)) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  @Test
  void a_command_has_a_branch_for_as_long_as_it_runs() throws Exception {
    Result run =
        user.sh(
            "goldenrod run shop -- sh -c 'psql -qAtc \"DELETE FROM tea RETURNING n\";"
                + " psql \"$DATABASE_URL\" -Atc \"SELECT count(*) FROM tea\"; exit 42'");

    assertThat(run.code()).as(run.err()).isEqualTo(42);
    assertThat(run.out()).isEqualTo("7\n0\n");
    assertThat(user.sh("goldenrod psql shop -- -Atc 'SELECT n FROM tea'").out()).isEqualTo("7\n");
    assertThat(user.sh("goldenrod run shop -- no-such-program").code()).isEqualTo(127);
    awaitNothingLeft();
  }

  @Test
  void ctrl_c_on_a_terminal_ends_the_command_once_and_what_was_made_for_it() throws Exception {
    Running run =
        user.beginOnTerminal(
            "goldenrod run shop -- sh -c 'trap \"echo caught; exit 8\" INT; %s'".formatted(LOOP));
    run.awaitLine("started");
    run.type("\u0003");

    run.awaitLine("caught");
    assertThat(run.code()).as(run.rest()).isEqualTo(8);
    awaitNothingLeft();
  }

  @Test
  void signals_reach_the_command_and_what_was_made_for_it_is_gone() throws Exception {
    Running run = user.begin("goldenrod", "run", "golden", "--", "sh", "-c", LOOP);
    run.awaitLine("started");
    run.terminate();

    assertThat(run.code()).isEqualTo(128 + 15);
    awaitNothingLeft();
  }

  @Test
  void a_signal_before_the_command_began_leaves_nothing() throws Exception {
    Running run = user.begin("goldenrod", "run", "shop", "--", "sh", "-c", LOOP);
    await("a guard").until(() -> !guards().isEmpty());
    run.terminate();

    assertThat(run.code()).isEqualTo(128 + 15);
    awaitNothingLeft();
  }

  @Test
  void a_kill_leaves_nothing() throws Exception {
    for (String name : List.of("shop", "golden")) {
      Running run = user.begin("goldenrod", "run", name, "--", "sh", "-c", "echo started; sleep 9");
      run.awaitLine("started");
      run.kill();

      run.code();
      awaitNothingLeft();
    }
  }

  @Test
  void a_kill_of_the_guard_too_leaves_a_clone_that_ends_soon() throws Exception {
    Running run =
        user.begin("goldenrod", "run", "golden", "--", "sh", "-c", "echo started; sleep 9");
    run.awaitLine("started");
    guards().forEach(ProcessHandle::destroyForcibly);
    run.kill();
    run.code();

    JsonNode clone = clones().get(0);
    assertThat(Instant.parse(clone.path("expires_at").asText()))
        .isBefore(Instant.now().plus(Duration.ofMinutes(11)));
    new Member(server).delete(clone.path("id").asText());
  }

  @Test
  void a_branch_of_git_has_a_database_of_its_own() throws Exception {
    Result walk =
        user.sh(
            """
            set -e
            git init -q -b main project
            cd project
            git config user.name a
            git config user.email a@example.com
            goldenrod checkout shop --hook >&2
            git add .goldenrod
            git commit -q -m one
            git checkout -q -b feature/x
            goldenrod psql -- -qAtc 'DELETE FROM tea RETURNING 0'
            git checkout -q main
            goldenrod psql -- -Atc 'SELECT n FROM tea'
            git checkout -q feature/x
            goldenrod psql -- -Atc 'SELECT count(*) FROM tea'
            goldenrod checkout -o name
            git status --porcelain
            GOLDENROD_URL=http://127.0.0.1:1 git checkout -q -b other
            git symbolic-ref --short HEAD
            """);

    assertThat(walk.code()).as(walk.err()).isZero();
    assertThat(walk.out()).isEqualTo("0\n7\n0\nshop-feature-x\nother\n");
    assertThat(walk.err()).contains("got no answer");
    server.api().delete("/v1/databases/shop-feature-x");
    awaitNothingLeft();
  }

  @Test
  void a_stopped_database_is_woken() throws Exception {
    String version = server.api().get("/v1/databases/shop").path("version").asText();
    create("idle", version);
    server.api().post("/v1/databases/idle/stop", Map.of());
    server.api().get("/v1/databases/idle?wait=50s");

    Result refused = user.sh("goldenrod psql idle -- -c 'SELECT 1'");
    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err()).contains("goldenrod wake idle");
    Result woken = user.sh("goldenrod wake idle && goldenrod psql idle -- -Atc 'SELECT 1'");
    assertThat(woken.code()).as(woken.err()).isZero();
  }

  private void create(String name, String version) {
    server
        .api()
        .post("/v1/databases", Map.of("name", name, "type", "postgresql", "version", version));
    await("running")
        .until(
            () -> server.api().get("/v1/databases/" + name + "?wait=50s").path("status").asText(),
            "running"::equals);
  }

  private String password() {
    return server.api().get("/v1/databases/shop").at("/connection/password").asText();
  }

  private void awaitNothingLeft() {
    await("nothing left")
        .atMost(Duration.ofMinutes(8))
        .until(() -> branches().isEmpty() && clones().isEmpty() && guards().isEmpty());
  }

  private List<JsonNode> branches() {
    return list("/v1/databases/shop/branches", "branches");
  }

  private List<JsonNode> clones() {
    return list("/v1/instances", "instances");
  }

  private List<JsonNode> list(String path, String field) {
    List<JsonNode> all = new ArrayList<>();
    server.api().get(path).path(field).forEach(all::add);
    return all;
  }

  private List<ProcessHandle> guards() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains(".CleanupGuard " + server.address()))
                    .isPresent())
        .toList();
  }
}

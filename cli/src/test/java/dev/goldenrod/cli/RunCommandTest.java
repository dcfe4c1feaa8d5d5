package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Members;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.environment().put("PATH", "/usr/bin:/bin");
    server
        .control
        .goldens()
        .register(
            server.control.admin(),
            new Goldens.RegisterVersion("tea", Substrate.POSTGRES, "", "handle", 5));
    server.create("shop");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_command_has_a_branch_in_its_environment_and_its_exit_code_counts() {
    Result run =
        server.type(
            "run",
            "shop",
            "--",
            "sh",
            "-c",
            "echo $DATABASE_URL; echo postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE;"
                + "echo $SPRING_DATASOURCE_URL $SPRING_DATASOURCE_USERNAME; exit 42");

    assertThat(run.code()).as(run.err()).isEqualTo(42);
    String[] lines = run.out().split("\n");
    assertThat(lines[0]).startsWith("postgresql://app:").isEqualTo(lines[1]);
    assertThat(lines[2]).isEqualTo("jdbc:" + lines[0].replaceFirst("//.*@", "//") + " app");
    assertThat(run.err()).isEmpty();
    assertNoneIsLeft();
  }

  @Test
  void a_golden_gives_a_clone_that_would_end_soon_by_itself() {
    Instant before = Instant.now();

    Result run = server.type("run", "tea", "--", "sh", "-c", "echo $PGHOST");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains(".clones.invalid");
    for (JsonNode clone : server.api().get("/v1/instances").path("instances")) {
      assertThat(Instant.parse(clone.path("expires_at").asText()))
          .isBefore(before.plus(Duration.ofMinutes(11)));
      assertThat(clone.path("desired_state").asText()).isEqualTo("absent");
    }
  }

  @Test
  void what_cannot_be_run_ends_as_a_shell_does_and_leaves_nothing() throws IOException {
    Files.writeString(home.resolve("text"), "no program");

    Result missing = server.type("run", "shop", "--", "no-such-program");
    assertThat(missing.code()).isEqualTo(127);
    assertThat(missing.err()).contains("no-such-program: no such program");
    assertThat(server.type("run", "shop", "--", "./text").code()).isEqualTo(126);
    assertNoneIsLeft();
  }

  @Test
  void what_cannot_be_run_is_told_as_JSON_if_that_is_asked_for() throws IOException {
    Files.writeString(home.resolve("text"), "no program");

    Result missing = server.type("run", "shop", "-o", "json", "--", "no-such-program");
    assertThat(missing.code()).isEqualTo(127);
    assertThat(missing.error().path("code").asText()).isEqualTo("no_program");
    Result text = server.type("run", "shop", "--agent", "--", "./text");
    assertThat(text.code()).isEqualTo(126);
    assertThat(text.error().path("code").asText()).isEqualTo("not_runnable");
  }

  @Test
  void the_output_format_of_the_command_is_not_that_of_an_error() {
    assertThat(server.type("run", "a", "b", "--", "kubectl", "get", "-o", "json").err())
        .startsWith("goldenrod: unexpected argument 'b'");
  }

  @Test
  void a_command_has_to_stand_behind_two_dashes() {
    assertThat(server.type("run", "shop").code()).isEqualTo(2);
    assertThat(server.type("run", "shop", "true").err()).contains("unexpected argument 'true'");
    assertThat(server.type("run", "shop", "--ttl", "0s", "--", "true").code()).isEqualTo(2);
    assertThat(server.type("run", "nothing", "--", "true").code()).isEqualTo(3);
    assertThat(branches()).isEmpty();
  }

  @Test
  void what_is_both_is_asked_for_by_what_it_is() {
    server.create("tea");

    Result refused = server.type("run", "tea", "--", "true");
    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err()).contains("golden/tea or database/tea");
    assertThat(server.type("run", "golden/tea", "--", "true").code()).isZero();
    assertThat(server.type("run", "database/tea", "--", "true").code()).isZero();
  }

  @Test
  void a_database_of_another_member_does_not_hide_a_golden() {
    server.create("tea");
    assertThat(server.type("golden", "share", "tea").code()).isZero();
    Actor admin = server.control.admin();
    Actor member =
        server
            .control
            .members()
            .add(admin, new Members.Add("ann@example.com", "Ann", Role.USER))
            .actor();
    server.environment().put("GOLDENROD_TOKEN", server.token(member));

    Result run = server.type("run", "tea", "--", "true");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(server.type("run", "database/tea", "--", "true").code()).isEqualTo(4);
  }

  @Test
  void without_a_name_it_is_the_projects() throws IOException {
    assertThat(server.type("run", "--", "true").code()).isEqualTo(2);
    Files.writeString(home.resolve(".goldenrod"), "golden: tea\n");

    assertThat(server.type("run", "--", "true").code()).isZero();
  }

  @Test
  void what_killed_commands_left_is_deleted_by_the_next_one() {
    server
        .api()
        .post(
            "/v1/databases/shop/branches",
            Map.of("name", "left", "description", "goldenrod run, until 2026-01-01T00:00:00Z"));
    String soon = Instant.now().minus(Duration.ofMinutes(30)).toString();
    server
        .api()
        .post(
            "/v1/databases/shop/branches",
            Map.of("name", "asleep", "description", "goldenrod run, until " + soon));

    Result run = server.type("run", "shop", "--", "true");

    assertThat(run.err()).contains("deleted branch 'left'").doesNotContain("asleep");
    assertThat(server.api().get("/v1/databases/asleep").path("status").asText())
        .isEqualTo("running");
  }

  @Test
  void what_cannot_be_cleaned_up_stops_no_command() {
    Map<String, String> branches = Map.of("kept", "2026-01-01T00:00:00Z", "odd", "tomorrowZ");
    branches.forEach(
        (name, until) ->
            server
                .api()
                .post(
                    "/v1/databases/shop/branches",
                    Map.of("name", name, "description", "goldenrod run, until " + until)));
    server.type("database", "protect", "kept");

    Result run = server.type("run", "shop", "--", "true");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("branch 'kept'", "was not deleted").doesNotContain("odd");
  }

  @Tag("slow")
  @Test
  void when_its_time_is_up_the_database_goes_and_the_command_goes_on() {
    Result run = server.type("run", "shop", "--ttl", "1s", "--", "sh", "-c", "sleep 3; exit 5");

    assertThat(run.code()).isEqualTo(5);
    assertThat(run.err()).contains("the --ttl of branch 'shop-run-").contains("has expired");
    assertNoneIsLeft();
  }

  private JsonNode branches() {
    return server.api().get("/v1/databases/shop/branches").path("branches");
  }

  private void assertNoneIsLeft() {
    assertThat(branches())
        .allSatisfy(it -> assertThat(it.path("status").asText()).isEqualTo("deleting"));
  }
}

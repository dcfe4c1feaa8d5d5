package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloneCommandTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.register("shop");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_clone_is_ready_when_the_command_ends() {
    Result created = server.type("clone", "create", "shop", "-o", "json");

    assertThat(created.code()).as(created.err()).isZero();
    assertThat(created.json().path("phase").asText()).isEqualTo("Ready");
    assertThat(server.type("clone", "list", "-o", "json").json()).hasSize(1);
  }

  @Test
  void an_unknown_clone_is_told_with_what_to_type() {
    Result shown = server.type("clone", "show", "0198a7a0-0000-7000-8000-000000000000");

    assertThat(shown.code()).isEqualTo(3);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err()).contains("there is no clone").contains("goldenrod clone list");
  }

  @Test
  void nothing_is_deleted_where_nobody_can_be_asked() {
    String id = server.type("clone", "create", "shop", "-o", "name").out().strip();

    Result refused = server.type("clone", "delete", id);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--yes");
    assertThat(server.type("clone", "delete", id, "--dry-run").code()).isZero();
    assertThat(server.type("clone", "show", id).code()).isZero();

    assertThat(server.type("clone", "delete", id, "--yes").code()).isZero();
    assertThat(server.type("clone", "show", id).code()).isEqualTo(3);
  }

  @Test
  void a_clone_is_addressed_by_the_name_that_it_was_given() {
    assertThat(server.type("clone", "create", "shop", "one", "--ttl", "1h", "-o", "name").out())
        .isEqualTo("one\n");
    assertThat(server.type("clone", "create", "shop", "one").code()).isEqualTo(5);
    assertThat(server.type("clone", "extend", "one", "3h").code()).isZero();
    assertThat(server.type("clone", "list").out()).contains("one   shop");
    assertThat(server.type("clone", "credentials", "one", "-o", "name").out())
        .startsWith("postgresql://");
    assertThat(server.type("clone", "delete", "one", "--yes").code()).isZero();
    assertThat(server.type("clone", "show", "one").code()).isEqualTo(3);
  }

  @Test
  void the_time_left_is_rounded_to_the_nearest_hour() {
    server.type("clone", "create", "shop", "one", "--ttl", "8h");

    assertThat(server.type("clone", "list").out()).contains(" 8h ");
  }

  @Test
  void errors_are_JSON_where_data_is() {
    Result refused = server.type("clone", "create", "nothing", "-o", "json");

    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.error().path("code").asText()).isEqualTo("not_found");
    assertThat(refused.error().path("error").asText()).contains("nothing");
  }
}

package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Substrate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.environment().put("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    server
        .control
        .goldens()
        .register(
            server.control.admin(),
            new Goldens.RegisterVersion("tea", Substrate.POSTGRES, "", "handle", 5));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void psql_has_the_login_in_its_environment_alone() throws IOException {
    program(
        "psql", "echo \"$PGHOST:$PGPORT/$PGDATABASE $PGUSER $PGPASSWORD\"; echo \"$@\"; exit 9");
    String clone = launched();
    JsonNode url = server.type("url", clone, "-o", "json").json();

    server.environment().put("PGHOSTADDR", "192.0.2.1");
    Result typed = server.type("psql", clone, "--", "-c", "SELECT 1", "--", "@x");

    assertThat(typed.code()).as(typed.err()).isEqualTo(9);
    assertThat(typed.out())
        .isEqualTo(
            "%s:%d/%s %s %s\n-c SELECT 1 -- @x\n"
                .formatted(
                    url.path("host").asText(),
                    url.path("port").asInt(),
                    url.path("database").asText(),
                    url.path("username").asText(),
                    url.path("password").asText()));
  }

  @Test
  void a_client_reads_what_the_command_is_given() throws IOException {
    program("psql", "cat; echo bad >&2");

    Result typed = server.typeWith("SELECT 1;\n", "psql", launched());

    assertThat(typed.out()).isEqualTo("SELECT 1;\n");
    assertThat(typed.err()).isEqualTo("bad\n");
  }

  @Test
  void the_client_of_another_engine_is_not_opened() {
    Result typed = server.type("mysql", launched());

    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.err()).contains("runs PostgreSQL").contains("goldenrod psql");
  }

  @Test
  void a_client_that_is_not_here_ends_as_in_a_shell() {
    server.environment().put("PATH", home.resolve("bin").toString());
    server.type("database", "create", "tea", "--type", "mongodb", "--version", "7.0");

    Result typed = server.type("mongosh", "tea");

    assertThat(typed.code()).isEqualTo(127);
    assertThat(typed.err()).contains("mongosh is not on this machine");
  }

  @Test
  void what_a_client_gets_stands_behind_two_dashes() {
    Result typed = server.type("psql", "one", "two");

    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.err()).contains("unexpected argument 'two'");
  }

  @Test
  void connection_strings_come_in_the_form_that_is_asked_for() {
    server.create("shop");
    JsonNode it = server.type("url", "shop", "-o", "json").json();
    String password = it.path("password").asText();
    String address = it.path("host").asText() + ":" + it.path("port").asInt();

    assertThat(server.type("url", "shop").out()).isEqualTo(it.path("uri").asText() + "\n");
    assertThat(server.type("url", "shop", "--jdbc").out())
        .startsWith("jdbc:postgresql://" + address + "/")
        .endsWith("&password=" + password + "\n");
    assertThat(server.type("url", "shop", "--psql").out())
        .startsWith("psql 'host=" + it.path("host").asText())
        .doesNotContain(password);
    assertThat(server.type("url", "shop", "--env").out())
        .contains("export DATABASE_URL='" + it.path("uri").asText() + "'\n")
        .contains("export PGPASSWORD='" + password + "'\n");
    assertThat(server.type("url", "shop", "--spring").out().lines())
        .allMatch(line -> line.startsWith("export SPRING_DATASOURCE_"))
        .hasSize(3);
    assertThat(server.type("url", "shop", "--spring", "--jdbc").code()).isEqualTo(2);
    assertThat(server.type("url", "shop", "--env", "-o", "json").json().path("PGPASSWORD").asText())
        .isEqualTo(password);
    assertThat(server.type("url", "shop", "-o", "name").out())
        .isEqualTo(server.type("url", "shop").out());
    assertThat(server.type("url", "shop", "-o", "csv").out().lines().findFirst())
        .hasValue("URI,TYPE,HOST,PORT,DATABASE,USERNAME,PASSWORD,JDBC");
  }

  @Test
  void a_name_finds_a_database_by_id_and_as_the_projects_too() throws IOException {
    String id = server.create("shop").path("id").asText();
    String url = server.type("url", "shop").out();

    assertThat(server.type("url", id).out()).isEqualTo(url);
    assertThat(server.type("url", "database/shop").out()).isEqualTo(url);
    assertThat(server.type("url").code()).isEqualTo(2);
    Files.writeString(home.resolve(".goldenrod"), "database: other\n");
    assertThat(server.type("url").code()).isEqualTo(3);
    Files.writeString(home.resolve(".goldenrod.local"), "database: shop\n");
    assertThat(server.type("url").out()).isEqualTo(url);
  }

  @Test
  void what_is_a_golden_is_told_so() {
    Result typed = server.type("psql", "tea");

    assertThat(typed.code()).isEqualTo(3);
    assertThat(typed.err()).contains("is a golden").contains("goldenrod clone create tea");
    assertThat(server.type("psql", "clone/shop").code()).isEqualTo(3);
    assertThat(server.type("psql", "../users").code()).isEqualTo(3);
  }

  @Test
  void a_stopped_database_is_woken() {
    server.create("shop");
    server.api().post("/v1/databases/shop/stop");
    server.api().get("/v1/databases/shop?wait=10s");

    Result refused = server.type("url", "shop");
    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err()).contains("is stopped").contains("goldenrod wake shop");

    Result woken = server.type("wake", "shop", "-o", "json");
    assertThat(woken.json().path("status").asText()).as(woken.err()).isEqualTo("running");
    assertThat(woken.out()).doesNotContain("password");
    assertThat(server.type("wake", "shop").code()).isZero();
    assertThat(server.type("url", "shop").code()).isZero();
  }

  @Test
  void a_clone_cannot_be_woken() {
    Result typed = server.type("wake", launched());

    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.err()).contains("is ready");
  }

  private String launched() {
    Result created = server.type("clone", "create", "tea", "-o", "name");
    assertThat(created.code()).as(created.err()).isZero();
    return created.out().strip();
  }

  private void program(String name, String script) throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}

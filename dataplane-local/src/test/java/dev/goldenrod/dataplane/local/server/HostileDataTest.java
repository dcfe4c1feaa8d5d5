package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a compromised engine can put where the server works. */
class HostileDataTest extends ServerFixture {
  @Test
  void a_link_in_the_place_of_the_automatic_configuration_leaves_its_target_alone()
      throws IOException {
    Path target = Files.writeString(folder.resolve("roots"), "port = 1\n");
    Path automatic = volume.data().resolve("postgresql.auto.conf");
    asEngine("rm", "-f", automatic.toString());
    asEngine("ln", "-s", target.toString(), automatic.toString());

    server().start();

    assertThat(target).hasContent("port = 1\n");
    assertThat(Files.exists(automatic, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void a_pipe_or_a_link_in_the_place_of_the_pid_file_holds_nothing_up() {
    String file = volume.data().resolve("postmaster.pid").toString();
    asEngine("mkfifo", file);
    assertThat(server().process()).isEmpty();
    asEngine("rm", file);
    asEngine("ln", "-s", "/dev/zero", file);
    assertThat(server().process()).isEmpty();
  }

  @Tag("slow")
  @Test
  void a_pipe_that_takes_the_place_of_the_pid_file_while_it_is_read_holds_nothing_up()
      throws Exception {
    Path file = volume.data().resolve("postmaster.pid");
    Process attacker =
        new ProcessBuilder(
                runAs.command(
                    List.of(
                        "perl",
                        "-MPOSIX",
                        "-e",
                        "chdir shift; open F, '>f' and print F qq(1\n) and close F; mkfifo 'p', 0600;"
                            + " $t = time + 4; while (time < $t) { link 'f', 'x'; rename 'x', 'postmaster.pid';"
                            + " link 'p', 'x'; rename 'x', 'postmaster.pid' }",
                        volume.data().toString())))
            .directory(volume.root().toFile())
            .start();
    try {
      while (attacker.isAlive()) {
        server().process();
      }
    } finally {
      attacker.destroyForcibly();
    }
    assertThat(file).exists();
  }

  @Test
  void a_configuration_folder_that_is_not_the_servers_is_refused() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Tool.run("rm", "-rf", volume.conf().toString());
    Files.createSymbolicLink(volume.conf(), elsewhere);

    assertThatThrownBy(() -> server().start())
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(volume.conf() + " does not belong to the server");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void a_setting_with_a_line_break_is_refused() {
    Map<String, String> settings = Map.of("lc_time", "C'\nunix_socket_directories = '/tmp");

    assertThatThrownBy(() -> server(List.of(TestPostgres.LOOPBACK), settings).start())
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("control character");
  }

  @Test
  void a_stranger_on_the_loopback_address_is_a_taken_port() throws IOException {
    try (ServerSocket stranger = occupyPort()) {
      assertThatThrownBy(
              () -> server(List.of("127.0.0.2", TestPostgres.LOOPBACK), Map.of()).start())
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("Address already in use");
      assertThat(stranger.isBound()).isTrue();
    }
    assertThat(Processes.of(volume.root())).isEmpty();
  }

  @Test
  void only_the_clones_role_and_the_superuser_may_log_in() throws Exception {
    TestPostgres server = server();
    server.start();
    try (var connection = server.connectAsAdmin("shop");
        var statement = connection.createStatement()) {
      statement.execute("CREATE ROLE third LOGIN SUPERUSER PASSWORD 'known'");
    }

    assertThatThrownBy(() -> server.connect("shop", "third", "known").close())
        .hasMessageContaining("no pg_hba.conf entry");
  }

  @Test
  void a_stored_timeout_never_applies_to_the_superusers_session() throws Exception {
    TestPostgres server = server();
    server.start();
    try (Connection admin = server.connectAsAdmin("template1")) {
      Sql.run(admin, "ALTER DATABASE shop SET idle_session_timeout = '1h'");
    }

    try (Connection admin = server.connectAsAdmin("shop")) {
      assertThat(
              Sql.texts(
                  admin,
                  "SELECT source || ' ' || reset_val FROM pg_settings WHERE name = 'idle_session_timeout'"))
          .containsExactly("client 0");
    }
  }

  private void asEngine(String... command) {
    Tool.run(runAs.command(List.of(command)));
  }
}

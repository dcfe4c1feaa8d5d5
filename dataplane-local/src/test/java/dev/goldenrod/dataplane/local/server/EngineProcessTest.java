package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EngineProcessTest extends ServerFixture {
  @Test
  void a_started_server_accepts_logins_at_once() throws SQLException {
    server().start();

    assertThat(item()).isEqualTo("tea");
  }

  @Test
  void another_object_finds_the_running_server_and_starts_no_second_one() {
    ProcessHandle first = server().start();

    assertThat(server().process()).contains(first);
    assertThat(server().start()).isEqualTo(first);
  }

  @Test
  void a_killed_server_starts_again_with_its_data() throws SQLException {
    ProcessHandle process = server().start();
    process.destroyForcibly();
    Processes.awaitExit(process, PATIENCE);
    Processes.killAll(volume.data(), PATIENCE);

    server().start();

    assertThat(item()).isEqualTo("tea");
  }

  @Test
  void a_stale_file_whose_number_a_stranger_has_does_not_keep_the_server_from_starting()
      throws Exception {
    Path file = volume.data().resolve("postmaster.pid");
    Files.writeString(file, ProcessHandle.current().pid() + "\n" + volume.data() + "\n");
    runAs.chownTree(file);

    server().start();

    assertThat(item()).isEqualTo("tea");
  }

  @Test
  void a_stopped_server_leaves_no_process() {
    server().start();

    server().stop(PATIENCE);

    assertThat(server().process()).isEmpty();
    assertThat(Processes.of(volume.root())).isEmpty();
  }

  @Test
  void an_aborted_server_leaves_no_process() {
    server().start();

    server().abort();

    assertThat(Processes.of(volume.root())).isEmpty();
  }

  @Test
  void a_server_that_cannot_start_says_what_it_logged_and_where() throws IOException {
    try (ServerSocket other = occupyPort()) {
      assertThatThrownBy(() -> server().start())
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("Address already in use")
          .hasMessageContaining(volume.data().toString())
          .hasMessageContaining(log().toString());
      assertThat(other.isBound()).isTrue();
    }
  }

  @Test
  void the_superuser_is_not_let_in_without_the_password() {
    server().start();

    assertThatThrownBy(() -> server().connect("shop", PostgresLogin.ADMIN, "wrong").close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void nothing_of_the_configuration_that_came_with_the_data_applies() throws Exception {
    Path automatic = volume.data().resolve("postgresql.auto.conf");
    Files.writeString(automatic, "port = 1\nwork_mem = '77MB'\n");
    runAs.chownTree(automatic);
    server().start();

    assertThat(query("SHOW work_mem")).isEqualTo("4MB");
  }

  @Test
  void a_session_of_the_superuser_writes_although_the_data_is_set_to_be_read_only()
      throws SQLException {
    server().start();
    admin("ALTER DATABASE shop SET default_transaction_read_only = on");

    admin("CREATE TABLE public.t ()");

    assertThat(query("SELECT to_regclass('public.t')::text")).isEqualTo("t");
  }

  private String item() throws SQLException {
    return query("SELECT name FROM app.item WHERE id = 1");
  }

  private String query(String sql) throws SQLException {
    try (Connection connection =
            server()
                .connect(
                    TestPostgresCluster.DATABASE,
                    PostgresLogin.ADMIN,
                    AdminPassword.of(volume).get(0).text());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void admin(String sql) throws SQLException {
    try (Connection connection = server().connectAsAdmin(TestPostgresCluster.DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.junit.CloneDataSource.FirstConnection;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FirstConnectionIT {
  @RegisterExtension
  static final Goldenrod DB =
      Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
          .golden("parallel", from -> from.script("db/script.sql"));

  private static final String OWN = "select pg_backend_pid()";
  private static final String OTHER =
      "select coalesce(max(pid), 0) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()";

  private final FirstConnection first = new FirstConnection();
  private Credentials login;
  private CloneDataSource source;
  private int opened;

  @BeforeEach
  void open_a_connection_ahead(@Clone Credentials clone) throws SQLException {
    login = clone;
    source = new CloneDataSource(clone, first);
    first.open(Logins.dataSource(clone));
    opened = ask(OTHER);
    assertThat(opened).isPositive();
  }

  @Test
  void the_first_caller_gets_it_and_the_next_another_one() throws SQLException {
    try (Connection one = source.getConnection();
        Connection other = source.getConnection()) {
      assertThat(ask(one, OWN)).isEqualTo(opened);
      assertThat(ask(other, OWN)).isNotEqualTo(opened);
    }
  }

  @Test
  void a_caller_with_options_of_his_own_gets_a_new_one() throws SQLException {
    source.setCurrentSchema("pg_catalog");

    try (Connection own = source.getConnection()) {
      assertThat(own.getSchema()).isEqualTo("pg_catalog");
      assertThat(ask(own, OWN)).isNotEqualTo(opened);
    }
  }

  @Test
  void one_that_died_is_replaced() throws SQLException {
    assertThat(ask("select pg_terminate_backend(%d)::int".formatted(opened))).isEqualTo(1);
    await().until(() -> ask(OTHER) == 0);

    try (Connection replaced = source.getConnection()) {
      assertThat(ask(replaced, OWN)).isNotEqualTo(opened);
    }
  }

  @Test
  void whoever_asks_a_lease_for_the_login_has_the_database_for_himself() throws SQLException {
    try (CloneLease lease = new CloneLease(login, () -> {})) {
      first.discard();
      lease.openConnection();
      await().until(() -> ask(OTHER) > 0 && ask(OTHER) != opened);

      assertThat(lease.credentials()).isEqualTo(login);

      await().until(() -> ask(OTHER) == 0);
    }
  }

  private int ask(String sql) throws SQLException {
    try (Connection connection = Logins.dataSource(login).getConnection()) {
      return ask(connection, sql);
    }
  }

  private static int ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.instance.Credentials;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GoldenrodIT {
  @RegisterExtension
  static final Goldenrod DB =
      Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
          .golden("shop", from -> from.migrations("db/migration"));

  @BeforeEach
  void another_book(@Clone DataSource shop) throws SQLException {
    execute(shop, "insert into books values ('Emma')");
  }

  @RepeatedTest(4)
  void every_test_has_a_clone_of_its_own_with_what_was_done_before_it(
      @Clone DataSource shop, @Clone String url, @Clone("shop") Credentials login)
      throws SQLException {
    assertThat(count(shop)).isEqualTo(2);
    execute(shop, "delete from books");

    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(count(connection)).isZero();
    }
    try (Connection connection =
        DriverManager.getConnection(
            "jdbc:postgresql://%s:%d/%s".formatted(login.host(), login.port(), login.dbname()),
            login.username(),
            login.password())) {
      assertThat(count(connection)).isZero();
    }
  }

  @Test
  void no_commit_waits_for_the_disk(@Clone DataSource shop) throws SQLException {
    try (Connection connection = shop.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show fsync")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("off");
    }
  }

  @Test
  void the_clone_of_the_class_is_another_one(
      @Clone DataSource own, @Clone(shared = true) DataSource shared) throws SQLException {
    assertThat(count(own)).isEqualTo(2);
    assertThat(count(shared)).isEqualTo(1);
  }

  @Test
  void a_lease_keeps_its_clone_until_it_is_closed() {
    Credentials login;
    try (CloneLease lease = DB.launch("shop")) {
      login = lease.credentials();
      assertThat(opens(login)).isTrue();
    }

    await().until(() -> !opens(login));
  }

  @Test
  void a_lease_of_an_unknown_golden_is_refused_with_those_that_are_known() {
    assertThatThrownBy(() -> DB.launch("shoes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("golden 'shoes' must be one of [shop]");
  }

  @ParameterizedTest
  @EnumSource
  void a_clone_takes_as_many_connections_as_its_size_says(CloneSize size) throws SQLException {
    Goldenrod db =
        Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
            .warm(0)
            .connections(size.connections())
            .golden("shop", from -> from.migrations("db/migration"));

    try (CloneLease clone = db.launch("shop");
        Connection connection = clone.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show max_connections")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(size.connections());
    }
  }

  @Test
  void a_size_that_is_not_there_is_refused_with_those_that_are() {
    assertThatThrownBy(() -> DB.size("huge"))
        .hasMessage("size 'huge' must be one of small, medium, large");
    assertThatThrownBy(() -> DB.connections(201))
        .hasMessage("201 connections are not between 1 and 200");
  }

  private static boolean opens(Credentials login) {
    try (Connection connection =
        DriverManager.getConnection(login.jdbcUrl(), login.username(), login.password())) {
      return connection.isValid(1);
    } catch (SQLException gone) {
      return false;
    }
  }

  private static void execute(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int count(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return count(connection);
    }
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from books")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

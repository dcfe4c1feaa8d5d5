package dev.goldenrod.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.terminal.CliException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
  @Test
  void another_address_takes_the_place_of_the_hosts() {
    Login moved = login("db.example", "").at("127.0.0.1", 6000);

    assertThat(moved.uri()).isEqualTo("postgresql://ann:s%40crt@127.0.0.1:6000/shop");
    assertThat(moved.jdbcUrl()).isEqualTo("jdbc:postgresql://127.0.0.1:6000/shop");
    assertThat(moved.postgres())
        .containsEntry("PGHOST", "127.0.0.1")
        .containsEntry("PGPORT", "6000")
        .doesNotContainKey("PGHOSTADDR");
    assertThat(login("[::1]", "").at("127.0.0.1", 6000).uri())
        .isEqualTo("postgresql://ann:s%40crt@127.0.0.1:6000/shop");
  }

  @Test
  void a_name_that_a_certificate_is_checked_with_stays() {
    Login moved = login("db.example", "?sslmode=verify-full").at("127.0.0.1", 6000);

    assertThat(moved.uri())
        .isEqualTo(
            "postgresql://ann:s%40crt@db.example:6000/shop?sslmode=verify-full&hostaddr=127.0.0.1");
    assertThat(moved.postgres())
        .containsEntry("PGHOST", "db.example")
        .containsEntry("PGHOSTADDR", "127.0.0.1")
        .containsEntry("PGSSLMODE", "verify-full");
    assertThat(moved.environment())
        .containsEntry(
            "SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:6000/shop?sslmode=verify-ca");
  }

  @Test
  void what_checks_no_name_goes_to_the_address_alone() {
    assertThat(login("db.example", "?sslmode=require").at("127.0.0.1", 6000).uri())
        .isEqualTo("postgresql://ann:s%40crt@127.0.0.1:6000/shop?sslmode=require");
  }

  @Test
  void clients_are_told_the_file_that_they_check_the_server_with() {
    Login login = login("db.example", "?sslmode=verify-full").trusting(Path.of("/home/a b/ca.pem"));

    assertThat(login.uri()).endsWith("?sslmode=verify-full&sslrootcert=/home/a%20b/ca.pem");
    assertThat(login.postgres())
        .containsEntry("PGSSLMODE", "verify-full")
        .containsEntry("PGSSLROOTCERT", "/home/a b/ca.pem");
    assertThat(login.at("127.0.0.1", 6000).jdbcUrl())
        .isEqualTo(
            "jdbc:postgresql://127.0.0.1:6000/shop?sslmode=verify-ca&sslrootcert=/home/a%20b/ca.pem");
  }

  @Test
  void psql_is_told_how_it_checks_the_server_and_no_password() {
    Login login = login("db.example", "?sslmode=verify-full").trusting(Path.of("/home/a b/ca.pem"));
    String plain = "psql 'host=db.example port=5432 dbname=shop user=ann";

    assertThat(UrlCommand.psql(login))
        .isEqualTo(plain + " sslmode=verify-full sslrootcert='\\''/home/a b/ca.pem'\\'''");
    assertThat(UrlCommand.psql(login("db.example", "?sslmode=require")))
        .isEqualTo(plain + " sslmode=require'");
    assertThat(UrlCommand.psql(login("db.example", ""))).isEqualTo(plain + "'");
  }

  @Test
  void only_servers_that_are_to_be_checked_need_authorities() {
    assertThat(login("db.example", "?sslmode=verify-full").isServerChecked()).isTrue();
    assertThat(login("db.example", "?sslmode=require").isServerChecked()).isFalse();
    assertThat(login("db.example", "").isServerChecked()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?socketFactory=evil.Factory",
        "?sslmode=require&sslpassword=x",
        "?allowLoadLocalInfile=true&autoDeserialize=true",
        "/more",
        "#x"
      })
  void a_server_that_adds_parameters_of_drivers_is_refused(String query) {
    assertThatThrownBy(() -> login("db.example", query)).isInstanceOf(CliException.class);
  }

  @Test
  void a_database_is_not_logged_in_to_by_another_engines_driver() {
    ObjectNode database =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "postgresql")
            .put("url", "postgresql://ann:s%40crt@db.example:5432/shop");
    assertThat(Login.ofDatabase(database).engine()).isEqualTo(Engine.POSTGRESQL);

    database.put("url", "mysql://ann:s%40crt@db.example:5432/shop");

    assertThatThrownBy(() -> Login.ofDatabase(database))
        .isInstanceOf(CliException.class)
        .hasMessage("the server's connection string has a form that this program does not support");
  }

  private static Login login(String host, String query) {
    JsonNode credentials =
        JsonNodeFactory.instance
            .objectNode()
            .put("uri", "postgresql://ann:s%40crt@" + host + ":5432/shop" + query)
            .put("host", host)
            .put("port", 5432)
            .put("dbname", "shop")
            .put("username", "ann")
            .put("password", "s@crt");
    return Login.ofCredentials(credentials);
  }
}

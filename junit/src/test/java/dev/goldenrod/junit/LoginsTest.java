package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.client.Instances.InstanceCredentials;
import dev.goldenrod.instance.Credentials;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class LoginsTest {
  @Test
  void a_databases_name_sets_nothing_of_the_driver() {
    PGSimpleDataSource source = new PGSimpleDataSource();

    Logins.configure(source, login("127.0.0.1", "shop?socketFactory=evil&ssl=true"));

    assertThat(source.getDatabaseName()).isEqualTo("shop?socketFactory=evil&ssl=true");
    assertThat(source.getSocketFactory()).isNull();
  }

  @Test
  void the_url_that_tools_log_has_neither_login_nor_settings() {
    PGSimpleDataSource source = new PGSimpleDataSource();

    Logins.configure(source, login("db.example", "shop"));

    assertThat(source.getURL()).isEqualTo("jdbc:postgresql://db.example:5432/shop");
  }

  @Test
  void what_is_no_host_is_refused() {
    assertThatThrownBy(() -> login("127.0.0.1/?socketFactory=evil&x=", "shop"))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining("'127.0.0.1/?socketFactory=evil&x=', which is not a host");
  }

  @Test
  void names_and_addresses_are_hosts() {
    assertThat(login("db-1.example.com", "shop").host()).isEqualTo("db-1.example.com");
    assertThat(login("::1", "shop").host()).isEqualTo("::1");
  }

  private static Credentials login(String host, String database) {
    return Logins.ofClone(
        new InstanceCredentials("", host, 5432, database, "user", "password", null));
  }
}

package dev.goldenrod.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CredentialsTest {
  @Test
  void the_text_for_logs_has_no_secret() {
    Credentials credentials =
        new Credentials("postgresql://app:hush@db:5432/shop", "db", 5432, "shop", "app", "hush");

    assertThat(credentials).hasToString("Credentials[app@db:5432/shop]");
    assertThat("" + java.util.List.of(credentials)).doesNotContain("hush");
  }

  @Test
  void the_url_of_jdbc_names_the_database_and_no_login() {
    assertThat(of("postgresql://app:hu%40sh@db:5432/my%20shop").jdbcUrl())
        .isEqualTo("jdbc:postgresql://db:5432/my%20shop");
    assertThat(of("postgresql://app:hush@[::1]:5432/shop").jdbcUrl())
        .isEqualTo("jdbc:postgresql://[::1]:5432/shop");
    assertThat(of("mysql://app:hush@db:3306/app").jdbcUrl()).isEqualTo("jdbc:mysql://db:3306/app");
  }

  @Test
  void mongodb_has_no_url_of_jdbc() {
    assertThatThrownBy(() -> of("mongodb://app:hush@db:27017/app").jdbcUrl())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("database 'shop' is a MongoDB database, which has no JDBC URL; use uri()");
  }

  private static Credentials of(String uri) {
    return new Credentials(uri, "db", 5432, "shop", "app", "hush");
  }
}

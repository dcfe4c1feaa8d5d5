package dev.goldenrod.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A slice test of the application uses a clone as well, without beans of its own. */
@JdbcTest
class QueriesTest {
  @Autowired JdbcClient database;

  @Test
  void it_is_a_real_postgresql() {
    assertThat(
            database.sql("select stock from books order by title for update").query().listOfRows())
        .hasSize(2);
    assertThat(database.sql("show server_version_num").query(Integer.class).single())
        .isGreaterThan(120_000);
  }
}

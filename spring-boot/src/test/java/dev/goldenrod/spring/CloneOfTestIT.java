package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.transaction.annotation.Transactional;

@SpringBootTest(
    properties = {
      "goldenrod.golden=shop",
      "goldenrod.per-test=true",
      "spring.datasource.hikari.connection-init-sql=set application_name = 'shop'"
    })
class CloneOfTestIT {
  private static @Nullable ApplicationContext first;
  private static @Nullable Connection leftOpen;

  @Autowired JdbcClient database;
  @Autowired DataSource pool;
  @Autowired ApplicationContext context;

  @BeforeEach
  void another_book() {
    ShopApplication.add(database, "Emma");
  }

  @RepeatedTest(4)
  void each_test_has_a_clone_with_what_was_done_before_it_in_the_same_context() {
    first = first == null ? context : first;

    assertThat(context).isSameAs(first);
    assertThat(ShopApplication.titles(database)).containsExactly("Emma", "Persuasion");
    database.sql("drop table books").update();
  }

  @RepeatedTest(2)
  void a_connection_that_a_test_left_open_reaches_no_other_test() throws SQLException {
    if (leftOpen != null) {
      assertThat(leftOpen.isValid(1)).isFalse();
    }
    leftOpen = pool.getConnection();
    assertThat(ShopApplication.titles(database)).hasSize(2);
    ShopApplication.add(database, "Sanditon");
  }

  @Test
  @Sql(statements = "insert into books values ('Lady Susan')")
  void scripts_run_in_the_clone_of_the_test() {
    assertThat(ShopApplication.titles(database)).contains("Lady Susan");
  }

  @Test
  @Transactional
  void the_transaction_of_a_test_is_in_its_clone() {
    assertThat(ShopApplication.titles(database)).containsExactly("Emma", "Persuasion");
  }

  @Test
  void the_pool_of_the_test_has_the_settings_of_the_contexts() {
    assertThat(database.sql("show application_name").query(String.class).single())
        .isEqualTo("shop");
  }

  @Test
  void a_second_test_at_the_same_time_is_refused() {
    ContextClones clones = ContextClones.of(context).orElseThrow();

    assertThatThrownBy(clones::beginTest)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another test of the same application context is running");
  }
}

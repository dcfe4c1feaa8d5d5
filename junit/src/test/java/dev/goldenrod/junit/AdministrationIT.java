package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recipes that need an administrator, and goldens that cannot be created. */
class AdministrationIT {
  private static final String AWKWARD = "o'ps\"; drop table x";

  @Tag("slow")
  @Test
  void migrations_grant_to_roles_that_the_recipe_names() throws SQLException {
    try (CloneLease clone =
        launch(from -> from.roles("reporting", AWKWARD).script("db/reporting.sql"))) {
      DataSource sales = clone.dataSource();

      assertThat(value(sales, "set role reporting; select count(*) from sales")).isEqualTo("0");
      assertThat(
              value(
                  sales,
                  "select bool_or(rolcanlogin or rolsuper or rolcreaterole) from pg_roles"
                      + " where rolname in ('reporting', 'o''ps\"; drop table x')"))
          .isEqualTo("f");
      assertThatThrownBy(() -> value(sales, "set role reporting; insert into sales values (1)"))
          .hasMessageContaining("permission denied");
    }
  }

  @Test
  void a_script_of_the_administrators_creates_an_extension_that_is_not_trusted()
      throws SQLException {
    try (CloneLease clone =
        launch(from -> from.adminScript("db/extension.sql").script("db/script.sql"))) {
      assertThat(
              value(
                  clone.dataSource(),
                  "select extname from pg_extension where extname = 'file_fdw'"))
          .isEqualTo("file_fdw");
      assertThat(
              value(
                  clone.dataSource(), "select rolsuper from pg_roles where rolname = current_user"))
          .isEqualTo("f");
    }
  }

  @Test
  void a_script_of_the_administrators_gives_the_clones_user_no_way_out_of_the_database() {
    assertThatThrownBy(() -> launch(from -> from.adminScript("db/too-much.sql")))
        .hasMessageContaining("grants user 'goldenrod' the rights of pg_execute_server_program");
  }

  @Test
  void a_migration_that_may_not_create_its_role_is_told_the_way_out() {
    assertThatThrownBy(() -> launch(from -> from.script("db/reporting.sql")))
        .hasMessageContainingAll("permission denied to create role", "from.roles(\"…\")");
    assertThatThrownBy(() -> launch(from -> from.script("db/extension.sql")))
        .hasMessageContainingAll("permission denied to create extension", "from.adminScript(");
  }

  @Test
  void a_golden_that_failed_is_not_tried_again_by_another_class_of_the_run() {
    AtomicInteger tries = new AtomicInteger();
    Consumer<Recipe> from =
        recipe ->
            recipe.initializer(
                "fails",
                database -> {
                  tries.incrementAndGet();
                  throw new SQLException("the first reason");
                });

    assertThatThrownBy(() -> launch(from)).hasMessageContaining("the first reason");
    Throwable again = catchThrowable(() -> launch(from));

    assertThat(again)
        .hasMessageContainingAll("is not tried again in this run", "the first reason")
        .hasNoCause();
    assertThat(again.getStackTrace()).isEmpty();
    assertThat(tries).hasValue(1);
  }

  private static CloneLease launch(Consumer<Recipe> from) {
    return Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
        .golden("administered", from)
        .launch("administered");
  }

  private static String value(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      boolean isResult = statement.execute(sql);
      while (!isResult) {
        isResult = statement.getMoreResults();
      }
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}

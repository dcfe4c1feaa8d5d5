package dev.goldenrod.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.schema.SqlText.Dialect;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'a\n\\! id'",
        "SELECT 'it''s \\! id'",
        "SELECT E'\\' \\! id'",
        "SELECT \"a\\! id\"",
        "AS $$ \\! id $$",
        "AS $a$ $$ \\! id $a$",
        "-- \\! id",
        "/* \\! id */"
      })
  void what_psql_takes_for_text_is_no_command(String sql) {
    assertThat(SqlText.read(sql, Dialect.POSTGRESQL).hasPlain("\\")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1; \\! id",
        "SELECT E'a\\'' \\! id '",
        "SELECT '\\' \\! id",
        "AS $a$ x $a$ \\! id",
        "SELECT a$$b \\! id $$",
        "-- a\n\\! id"
      })
  void what_psql_takes_for_a_command_is_found(String sql) {
    assertThat(SqlText.read(sql, Dialect.POSTGRESQL).hasPlain("\\")).isTrue();
  }

  @Test
  void the_client_of_mysql_takes_backslashes_for_escapes() {
    String body = "CREATE PROCEDURE p() SELECT '\\', ' ;;\n\\! id\n'";

    SqlText text = SqlText.read(body, Dialect.MYSQL);

    assertThat(text.hasPlain("\\")).isTrue();
    assertThat(text.hasPlain(";;")).isTrue();
    assertThat(SqlText.read("SELECT '\\', ;; \\! '", Dialect.MYSQL).hasPlain("\\")).isFalse();
    assertThat(SqlText.read("# \\! id", Dialect.MYSQL).hasPlain("\\")).isFalse();
    assertThat(SqlText.read("SELECT `a\\`", Dialect.MYSQL).hasPlain("\\")).isFalse();
  }

  @Test
  void statements_end_at_semicolons_that_are_not_quoted() {
    String sql = "DROP TABLE \"x\nDROP TABLE tea; --\";\n-- a; b\nDROP TABLE b;\n";

    assertThat(SqlText.read(sql, Dialect.POSTGRESQL).statements())
        .containsExactly("DROP TABLE \"x\nDROP TABLE tea; --\";", "DROP TABLE b;");
  }

  @Test
  void lines_are_left_out_unless_they_are_quoted() {
    String sql = "SET a;\nAS $$\nSET a;\n$$;\nSET a;\n";

    assertThat(SqlText.read(sql, Dialect.POSTGRESQL).withoutLines(Pattern.compile("SET a;")))
        .isEqualTo("AS $$\nSET a;\n$$;\n");
  }
}

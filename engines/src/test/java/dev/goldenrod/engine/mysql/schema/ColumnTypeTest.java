package dev.goldenrod.engine.mysql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "varchar(10); varchar(20)",
        "varchar(10) CHARACTER SET latin1; varchar(10)",
        "varchar(100); text",
        "text; longtext",
        "int; bigint",
        "int unsigned; bigint",
        "smallint; decimal(7,2)",
        "decimal(10,2); decimal(12,4)",
        "float; double",
        "date; datetime",
        "datetime(3); datetime(6)",
        "enum('a','b,c'); enum('b,c','x','a')",
        "int; int",
        "json; json",
        "geometry; geometry"
      })
  void each_value_of_the_one_is_a_value_of_the_other(String from, String to) {
    assertThat(type(to).holds(type(from))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "varchar(20); varchar(10)",
        "varchar(10); varchar(10) CHARACTER SET latin1",
        "varchar(10); char(10)",
        "varchar(20000); text",
        "text; varchar(100)",
        "longtext; text",
        "bigint; int",
        "int; int unsigned",
        "int unsigned; int",
        "int; decimal(10,2)",
        "decimal(10,4); decimal(10,2)",
        "decimal(10,2); int",
        "double; float",
        "datetime; date",
        "datetime(3); datetime",
        "timestamp; datetime",
        "enum('a','b'); enum('a')",
        "text; json",
        "text; blob"
      })
  void what_may_not_hold_all_is_told(String from, String to) {
    assertThat(type(to).holds(type(from))).isFalse();
  }

  @Test
  void the_tables_character_set_is_that_of_columns_that_name_none() {
    assertThat(ColumnType.of("`a` varchar(9) NOT NULL", "latin1").charset()).isEqualTo("latin1");
    assertThat(type("int").isSame(ColumnType.of("`a` int", "latin1"))).isTrue();
    assertThat(type("text").isSame(ColumnType.of("`a` text", "latin1"))).isFalse();
  }

  private static ColumnType type(String type) {
    return ColumnType.of("`a ``b` " + type + " DEFAULT NULL COMMENT 'varchar(3)'", "utf8mb4");
  }
}

package dev.goldenrod.engine.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWideningTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "character varying(10); character varying(20)",
        "character varying(10); text",
        "character(4); character varying(4)",
        "integer; bigint",
        "smallint; integer",
        "integer; numeric",
        "integer; numeric(12,2)",
        "numeric(10,2); numeric(12,4)",
        "numeric(10,2); numeric",
        "real; double precision",
        "date; timestamp without time zone",
        "timestamp(3) without time zone; timestamp without time zone",
        "integer[]; bigint[]",
        "character varying(10)[]; text[]",
        "double precision; text",
        "\"char\"; text",
        "jsonb; json",
        "bit(4); bit varying(4)",
        "app.size(3); app.size(3)"
      })
  void each_value_of_the_one_is_a_value_of_the_other(String from, String to) {
    assertThat(TypeWidening.holds(from, to)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "character varying(20); character varying(10)",
        "text; character varying(20)",
        "character varying; character varying(20)",
        "character varying(4); character(4)",
        "bigint; integer",
        "bigint; double precision",
        "integer; real",
        "integer; numeric(11,2)",
        "numeric(10,4); numeric(10,2)",
        "numeric(10,2); numeric(10,4)",
        "numeric; numeric(10,2)",
        "double precision; integer",
        "timestamp with time zone; date",
        "timestamp with time zone; timestamp without time zone",
        "timestamp(6) without time zone; timestamp(3) without time zone",
        "text; app.mood",
        "app.mood; text",
        "app.mood; character varying",
        "\"odd one\".mood[]; text[]",
        "text; integer",
        "json; jsonb",
        "bit(4); bit(8)",
        "bigint[]; integer[]",
        "integer[]; integer",
        "app.size(3); app.size(4)"
      })
  void what_may_not_hold_all_is_told(String from, String to) {
    assertThat(TypeWidening.holds(from, to)).isFalse();
  }

  @Test
  void a_cast_is_to_the_type_without_its_length() {
    assertThat(TypeWidening.unlimited("character varying(10)")).isEqualTo("character varying");
    assertThat(TypeWidening.unlimited("character(10)[]")).isEqualTo("bpchar[]");
    assertThat(TypeWidening.unlimited("bit(4)")).isEqualTo("bit varying");
    assertThat(TypeWidening.unlimited("numeric(10,2)")).isEqualTo("numeric");
    assertThat(TypeWidening.unlimited("timestamp(3) with time zone"))
        .isEqualTo("timestamp with time zone");
    assertThat(TypeWidening.unlimited("integer")).isEqualTo("integer");
  }
}

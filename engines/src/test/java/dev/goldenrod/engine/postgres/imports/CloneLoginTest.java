package dev.goldenrod.engine.postgres.imports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloneLoginTest {
  @ParameterizedTest
  @CsvSource({
    "NonEuro, MDY",
    "'ISO, NonEuropean', MDY",
    "'German, NonEuro', MDY",
    "US, MDY",
    "ISO, MDY",
    "Euro, DMY",
    "'SQL, European', DMY",
    "German, DMY",
    "'Postgres, DMY', DMY",
    "'ISO, YMD', YMD"
  })
  void the_order_of_a_date_is_the_one_that_PostgreSQL_derives(String dateStyle, String order) {
    assertThat(CloneLogin.order(dateStyle)).isEqualTo(order);
  }
}

package dev.goldenrod.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 2026-01-31 is a Saturday.
        "* * * * *        | 2026-01-31T10:15:30Z | 2026-01-31T10:16:00Z",
        "* * * * *        | 2026-01-31T10:15:00Z | 2026-01-31T10:16:00Z",
        "0 3 * * *        | 2026-01-31T10:15:30Z | 2026-02-01T03:00:00Z",
        "0 3 * * *        | 2026-01-31T02:59:59Z | 2026-01-31T03:00:00Z",
        "0 3 * * *        | 2026-01-31T03:00:00Z | 2026-02-01T03:00:00Z",
        "*/15 * * * *     | 2026-01-31T10:15:30Z | 2026-01-31T10:30:00Z",
        "5/20 * * * *     | 2026-01-31T10:46:00Z | 2026-01-31T11:05:00Z",
        "10-20/5,59 * * * * | 2026-01-31T10:20:00Z | 2026-01-31T10:59:00Z",
        "30 8-17 * * 1-5  | 2026-01-31T10:15:30Z | 2026-02-02T08:30:00Z",
        "30 8-17 * * 1-5  | 2026-02-02T17:30:00Z | 2026-02-03T08:30:00Z",
        "0 0 1 * *        | 2026-01-31T10:15:30Z | 2026-02-01T00:00:00Z",
        "0 0 31 * *       | 2026-01-31T10:15:30Z | 2026-03-31T00:00:00Z",
        "0 0 29 2 *       | 2026-01-31T10:15:30Z | 2028-02-29T00:00:00Z",
        "0 0 29 2 *       | 2097-01-01T00:00:00Z | 2104-02-29T00:00:00Z",
        "0 0 29 2 */7     | 2032-02-29T00:00:00Z | 2060-02-29T00:00:00Z",
        "0 0 29 2 */7     | 2088-02-29T00:00:00Z | 2128-02-29T00:00:00Z",
        "0 0 * * 0        | 2026-01-31T10:15:30Z | 2026-02-01T00:00:00Z",
        "0 0 * * 7        | 2026-01-31T10:15:30Z | 2026-02-01T00:00:00Z",
        "0 0 * * 5-7      | 2026-02-01T10:15:30Z | 2026-02-06T00:00:00Z",
        "0 0 13 * 5       | 2026-01-31T10:15:30Z | 2026-02-06T00:00:00Z",
        "0 0 13 * 5       | 2026-02-06T00:00:00Z | 2026-02-13T00:00:00Z",
        "0 0 */2 * 1      | 2026-01-31T10:15:30Z | 2026-02-09T00:00:00Z",
        "59 23 31 12 *    | 2026-12-31T23:59:00Z | 2027-12-31T23:59:00Z",
        "  0   3 * * *     | 2026-01-31T10:15:30Z | 2026-02-01T03:00:00Z",
      })
  void the_next_time_is_the_first_after_that_one(String cron, Instant after, Instant next) {
    assertThat(new Cron(cron).next(after)).isEqualTo(next);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * 32 * *",
        "* * * 13 *",
        "* * * * 8",
        "5-1 * * * *",
        "1-2-3 * * * *",
        "*/0 * * * *",
        "*/2/3 * * * *",
        "1, * * * *",
        "-1 * * * *",
        "a * * * *",
        "@daily",
        "0 0 30 2 *",
        "0 0 31 4,6,9,11 *",
        "99999999999 * * * *"
      })
  void what_is_no_time_is_refused_with_the_value(String cron) {
    assertThatThrownBy(() -> new Cron(cron)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_refusal_names_the_field_and_what_it_may_be() {
    assertThatThrownBy(() -> new Cron("0 25 * * *"))
        .hasMessage("hour '25' must be *, or numbers from 0 to 23, as in 0, 0-23 or */2");
    assertThatThrownBy(() -> new Cron("hourly"))
        .hasMessage(
            "'hourly' must have five fields: minute hour day month weekday, as in 0 3 * * *");
  }

  @Test
  void an_expression_has_a_longest_length() {
    assertThatThrownBy(() -> new Cron("*/1,".repeat(500) + "0 3 * * *"))
        .hasMessage("has 2009 characters; the maximum is 1000");
  }

  @Test
  void it_is_equal_to_the_same_words() {
    assertThat(new Cron(" 0  3 * * *")).isEqualTo(new Cron("0 3 * * *")).hasToString("0 3 * * *");
    assertThat(new Cron("0 3 * * *")).isNotEqualTo(new Cron("0 4 * * *"));
  }
}

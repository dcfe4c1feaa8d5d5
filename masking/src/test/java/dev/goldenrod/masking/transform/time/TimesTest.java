package dev.goldenrod.masking.transform.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  private static final ColumnType DATE = ColumnType.base("date");
  private static final ColumnType TIMESTAMP = ColumnType.base("timestamptz");

  @Test
  void a_date_is_shifted_by_up_to_some_days() {
    Transformer transformer = Masks.of("date", Map.of("days", 10), DATE);

    assertThat(IntStream.range(0, 300).mapToObj(LocalDate.of(2020, 1, 1)::plusDays))
        .allSatisfy(
            day ->
                assertThat(
                        Math.abs(
                            ChronoUnit.DAYS.between(
                                day, LocalDate.parse(transformer.mask("" + day, Row.NONE)))))
                    .isBetween(1L, 10L));
  }

  @Test
  void all_dates_of_a_person_are_shifted_by_as_much() {
    Map<String, Object> options = Map.of("by", "person", "link", "customer");
    Transformer transformer = Masks.of("date", options, DATE);
    Row ada = column -> "ada";

    long shift = shift(transformer, "2020-02-28", ada);

    assertThat(transformer.reads()).containsExactly("person");
    assertThat(shift(transformer, "1999-12-31", ada)).isEqualTo(shift);
    assertThat(shift(transformer, "1999-12-31", column -> "grace")).isNotEqualTo(shift);
    assertThat(shift(Masks.of("date", options, DATE), "1999-12-31", ada)).isEqualTo(shift);
  }

  @Test
  void a_row_without_a_person_is_shifted_by_its_own_date() {
    Transformer transformer = Masks.of("date", Map.of("by", "person"), DATE);

    assertThat(transformer.mask("2020-01-01", column -> null))
        .isEqualTo(Masks.of("date", Map.of(), DATE).mask("2020-01-01", Row.NONE));
  }

  @Test
  void timestamps_of_a_person_keep_their_distance() {
    Transformer transformer = Masks.of("timestamp", Map.of("by", "person"), TIMESTAMP);
    Row ada = column -> "ada";
    String first = transformer.mask("2020-01-01 10:00:00.5+01", ada);
    String second = transformer.mask("2020-01-01 10:00:01.5+01", ada);

    assertThat(first).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?\\+01");
    assertThat(Moment.parse(second).time()).isEqualTo(Moment.parse(first).time().plusSeconds(1));
    assertThat(first.substring(10, 19)).isNotEqualTo(" 10:00:00");
  }

  @Test
  void a_birth_date_stays_in_its_band() {
    Transformer transformer = Masks.of("birth-date", Map.of(), DATE);

    assertThat(IntStream.range(0, 1000).mapToObj(i -> LocalDate.of(1960, 1, 1).plusDays(i * 17L)))
        .allSatisfy(
            day -> {
              LocalDate masked = LocalDate.parse(transformer.mask("" + day, Row.NONE));
              assertThat(masked.getYear() / 5).isEqualTo(day.getYear() / 5);
              assertThat(masked).isNotEqualTo(day);
            });
    assertThat(
            Masks.of("birth-date", Map.of("band", 1), TIMESTAMP)
                .mask("1980-05-01 03:04:05+02", Row.NONE))
        .matches("1980-\\d\\d-\\d\\d 00:00:00\\+02");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-02-29",
        "0044-03-15 BC",
        "12020-01-01",
        "2020-01-01 00:00:00",
        "0001-12-31 23:59:59.000001-03:30 BC"
      })
  void a_moment_is_written_as_it_was_read(String written) {
    assertThat(Moment.parse(written)).hasToString(written);
  }

  @Test
  void infinity_stays() {
    assertThat(Masks.of("date", Map.of(), DATE).mask("infinity", Row.NONE)).isEqualTo("infinity");
    assertThat(Masks.of("birth-date", Map.of(), DATE).mask("-infinity", Row.NONE))
        .isEqualTo("-infinity");
  }

  @Test
  void wrong_rules_are_refused() {
    assertRefused("date", Map.of(), TIMESTAMP, "masks columns of type date");
    assertRefused("timestamp", Map.of(), DATE, "masks timestamps");
    assertRefused("birth-date", Map.of(), ColumnType.base("text"), "masks dates");
    assertRefused("date", Map.of("days", 0), DATE, "from 1 to 36500");
    assertRefused("date", Map.of("by", "c"), DATE, "another column than the masked one");
    assertRefused("birth-date", Map.of("band", 0), DATE, "from 1 to 100");
  }

  private static long shift(Transformer transformer, String date, Row row) {
    return ChronoUnit.DAYS.between(
        LocalDate.parse(date), LocalDate.parse(transformer.mask(date, row)));
  }

  private static void assertRefused(
      String name, Map<String, Object> options, ColumnType type, String problem) {
    assertThatThrownBy(() -> Masks.of(name, options, type))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }
}

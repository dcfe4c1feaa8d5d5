package dev.goldenrod.masking.transform.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
  private static final ColumnType INT4 = ColumnType.base("int4");
  private static final ColumnType INT8 = ColumnType.base("int8");
  private static final ColumnType PRICE = ColumnType.numeric(8, 2);
  private static final Map<String, Object> PERMUTATION = Map.of("method", "permutation");

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "100", "-2147483648", "2147483647"})
  void noise_changes_a_number_within_its_type_and_keeps_its_sign(String value) {
    long masked = Long.parseLong(mask(Map.of(), INT4, value));
    long original = Long.parseLong(value);

    assertThat(masked)
        .isNotEqualTo(original)
        .isBetween((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
    assertThat(Math.abs(masked - original))
        .isLessThanOrEqualTo(Math.max(1, Math.abs(original / 10) + 1));
  }

  @Test
  void noise_makes_nothing_zero() {
    assertThat(
            LongStream.rangeClosed(1, 500).mapToObj(i -> mask(Map.of("link", "l" + i), INT4, "1")))
        .containsOnly("2");
    assertThat(mask(Map.of(), PRICE, "-0.01")).isEqualTo("-0.02");
    assertThat(new BigDecimal(mask(Map.of(), ColumnType.base("float8"), "1e-300"))).isPositive();
  }

  @Test
  void noise_keeps_the_digits_after_the_point() {
    assertThat(mask(Map.of(), PRICE, "19.99")).matches("\\d\\d\\.\\d\\d").isNotEqualTo("19.99");
    assertThat(mask(Map.of(), PRICE, "999999.99")).matches("\\d{6}\\.\\d\\d");
    assertThat(mask(Map.of(), ColumnType.base("float8"), "1.5e-05")).isNotEqualTo("1.5e-05");
    assertThat(new BigDecimal(mask(Map.of(), ColumnType.base("float8"), "1e+300")))
        .isGreaterThan(BigDecimal.TEN.pow(299));
  }

  @Test
  void what_says_nothing_stays() {
    assertThat(mask(Map.of(), INT4, "0")).isEqualTo("0");
    assertThat(mask(Map.of(), ColumnType.base("numeric"), "NaN")).isEqualTo("NaN");
    assertThat(mask(Map.of(), ColumnType.base("float4"), "-Infinity")).isEqualTo("-Infinity");
  }

  @Test
  void a_range_contains_its_masks() {
    Map<String, Object> options = Map.of("method", "range", "min", 3, "max", 5);

    assertThat(LongStream.range(0, 200).mapToObj(i -> mask(options, INT4, "" + i)))
        .contains("3", "4", "5")
        .containsOnly("3", "4", "5");
    assertThat(mask(options, PRICE, "99.00")).matches("[345]\\.\\d\\d");
  }

  @ParameterizedTest
  @CsvSource({"17,10", "-1,-10", "-10,-10", "0,0", "2147483647,2147483640"})
  void a_bucket_is_the_multiple_below(String value, String masked) {
    assertThat(mask(Map.of("method", "bucket", "size", 10), INT4, value)).isEqualTo(masked);
  }

  @Test
  void permuted_keys_are_different_and_have_as_many_digits() {
    Transformer transformer = Masks.of("number", PERMUTATION, INT8);

    assertThat(transformer.isInjective()).isTrue();
    assertThat(LongStream.range(1, 20_000).mapToObj(i -> transformer.mask("" + i, Row.NONE)))
        .doesNotHaveDuplicates();
    assertThat(List.of("7", "-7", "12345", "123456", "-1234567", "1234567890123456789"))
        .allSatisfy(
            value ->
                assertThat(transformer.mask(value, Row.NONE))
                    .matches(value.replaceAll("\\d", "\\\\d")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "-2147483648", "1000000000"})
  void permuted_keys_stay_in_the_range_of_their_type(String value) {
    assertThat(Long.parseLong(mask(PERMUTATION, INT4, value)))
        .isBetween((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
    assertThat(Long.parseLong(mask(PERMUTATION, INT8, "" + Long.MAX_VALUE))).isPositive();
    assertThat(Long.parseLong(mask(PERMUTATION, INT8, "" + (Long.MIN_VALUE + 1)))).isNegative();
  }

  @Test
  void keys_of_two_types_have_the_same_masks() {
    assertThat(mask(PERMUTATION, INT4, "4711")).isEqualTo(mask(PERMUTATION, INT8, "4711"));
  }

  @Test
  void wrong_options_are_refused() {
    assertRefused(Map.of("method", "magic"), INT4, "one of noise, range, bucket, permutation");
    assertRefused(Map.of("percent", 0), INT4, "above 0 and at most 100");
    assertRefused(Map.of("method", "range", "min", 1), INT4, "needs the option 'max'");
    assertRefused(Map.of("method", "range", "min", 2, "max", 1), INT4, "below 'max'");
    assertRefused(
        Map.of("method", "range", "min", 1, "max", 1e10),
        INT4,
        "a number that the column can hold");
    assertRefused(Map.of("method", "bucket", "size", 0.5), INT4, "a whole number from 2");
    assertRefused(Map.of("size", 10), INT4, "left out with the method noise");
    assertRefused(PERMUTATION, PRICE, "masks by 'permutation' whole numbers");
    assertRefused(
        Map.of(), ColumnType.base("text"), "masks numbers, but column 'c' has the type text");
  }

  private static void assertRefused(Map<String, Object> options, ColumnType type, String problem) {
    assertThatThrownBy(() -> Masks.of("number", options, type))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }

  private static String mask(Map<String, Object> options, ColumnType type, String value) {
    return Masks.of("number", options, type).mask(value, Row.NONE);
  }
}

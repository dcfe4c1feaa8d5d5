package dev.goldenrod.masking.transform.general;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.transform.Transformers;
import java.io.ByteArrayInputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralTest {
  private static final ColumnType STATUS = ColumnType.enumeration("status", List.of("new", "paid"));
  private static final ColumnType BYTEA = ColumnType.base("bytea");

  @Test
  void a_constant_replaces_values_and_null_if_wanted() {
    Transformer constant = Masks.text("constant", Map.of("value", 7));

    assertThat(constant.mask("x", Row.NONE)).isEqualTo("7");
    assertThat(constant.maskNull(Row.NONE)).isNull();
    assertThat(Masks.text("constant", Map.of("value", 7, "nulls", true)).maskNull(Row.NONE))
        .isEqualTo("7");
  }

  @Test
  void a_constant_that_the_column_cannot_hold_is_refused() {
    assertRefused("constant", Map.of(), STATUS, "needs the option 'value'");
    assertRefused(
        "constant", Map.of("value", "old"), STATUS, "is 'old', which column 'c' of type status");
    assertRefused("constant", Map.of("value", "abc"), ColumnType.base("varchar", 2), "cannot hold");
    assertRefused("constant", Map.of("value", 40_000), ColumnType.base("int2"), "cannot hold");
    assertRefused("constant", Map.of("value", 1.5), ColumnType.base("int4"), "cannot hold");
    assertRefused("constant", Map.of("value", "yes"), ColumnType.base("bool"), "cannot hold");
    assertRefused("constant", Map.of("value", "1-1"), ColumnType.base("uuid"), "cannot hold");
    assertRefused("constant", Map.of("value", List.of()), STATUS, "must be one value");
  }

  @Test
  void null_needs_a_column_that_takes_it() {
    ColumnType text = ColumnType.base("text");
    Column column = new Column("c", "text", text, true, false, false, null);

    assertThat(Masks.text("null", Map.of()).mask("x", Row.NONE)).isNull();
    assertThatThrownBy(() -> Transformers.create("null", Map.of(), column, Masks.KEY))
        .isInstanceOf(RuleException.class)
        .hasMessage("column 'c' refuses NULL, so it cannot be masked as 'null': use 'constant'");
  }

  @Test
  void a_hash_has_the_form_of_its_type() {
    assertThat(hash(ColumnType.base("text"), "x")).matches("[0-9a-f]{32}");
    assertThat(hash(ColumnType.base("varchar", 20), "x")).matches("[a-z0-9]{20}");
    assertThat(hash(ColumnType.base("jsonb"), "{}")).matches("\"[0-9a-f]{32}\"");
    assertThat(hash(BYTEA, "\\x00")).matches("\\\\x[0-9a-f]{64}");
  }

  @Test
  void values_that_a_type_treats_as_equal_have_the_same_hash() {
    assertThat(hash(ColumnType.base("citext"), "Ada"))
        .isEqualTo(hash(ColumnType.base("citext"), "ADA"));
    assertThat(hash(ColumnType.base("bpchar", 40), "a  "))
        .isEqualTo(hash(ColumnType.base("bpchar", 40), "a"));
    assertThat(hash(ColumnType.base("text"), "Ada"))
        .isNotEqualTo(hash(ColumnType.base("text"), "ADA"));
  }

  @Test
  void a_domain_is_masked_as_the_type_beneath() {
    ColumnType domain =
        ColumnType.of(ColumnType.Kind.DOMAIN, "code", ColumnType.base("varchar", 8));

    assertThat(hash(domain, "x")).hasSize(8);
  }

  @Test
  void generated_text_has_about_the_same_length() {
    Transformer text = Masks.text("text", Map.of("method", "generate"));

    assertThat(text.mask("a".repeat(100), Row.NONE)).hasSizeBetween(95, 100).contains(" ");
    assertThat(text.mask("", Row.NONE)).isEmpty();
    assertThat(text.mask("a".repeat(100_000), Row.NONE)).hasSizeBetween(4000, 4096);
  }

  @Test
  void redacted_text_fits() {
    assertThat(Masks.of("text", Map.of(), ColumnType.base("varchar", 3)).mask("x", Row.NONE))
        .isEqualTo("red");
  }

  @Test
  void a_sequence_counts_within_its_column() {
    Transformer sequence =
        Masks.of("sequence", Map.of("prefix", "user-", "start", 8), ColumnType.base("varchar", 6));

    assertThat(sequence.mask("x", Row.NONE)).isEqualTo("user-8");
    assertThat(sequence.mask("x", Row.NONE)).isEqualTo("user-9");
    assertThatThrownBy(() -> sequence.mask("x", Row.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(sequence.isInjective()).isTrue();
    assertThat(sequence.isRepeatable()).isFalse();
    assertRefused(
        "sequence",
        Map.of("prefix", "u"),
        ColumnType.base("int4"),
        "left out for a column of numbers");
    assertRefused(
        "sequence",
        Map.of("prefix", "long"),
        ColumnType.base("varchar", 4),
        "shorter than the column");
  }

  @ParameterizedTest
  @CsvSource({
    "AB-123,AB-000",
    "AB-123 secret,redacted",
    "secret AB-123,redacted",
    "secret,redacted",
    "'',''"
  })
  void a_regular_expression_matches_the_whole_value(String value, String masked) {
    Map<String, Object> options = Map.of("pattern", "([A-Z]+)-\\d+", "replacement", "$1-000");

    assertThat(Masks.text("regex", options).mask(value, Row.NONE)).isEqualTo(masked);
  }

  @Test
  void a_replacement_that_keeps_the_value_is_redacted() {
    Map<String, Object> options =
        Map.of("pattern", "(.*)", "replacement", "$1!", "otherwise", "gone");

    assertThat(Masks.text("regex", options).mask("secret", Row.NONE)).isEqualTo("gone");
  }

  @ParameterizedTest
  @CsvSource({
    "(,x,must be a regular expression",
    "a,$0,without $0",
    "a,x$0,without $0",
    "a,$1,groups of the pattern only"
  })
  void wrong_expressions_are_refused(String pattern, String replacement, String problem) {
    Map<String, Object> options = Map.of("pattern", pattern, "replacement", replacement);

    assertRefused("regex", options, ColumnType.base("text"), problem);
  }

  @Test
  void a_dictionary_gives_other_values() {
    Transformer dictionary =
        Masks.of("dictionary", Map.of("values", List.of("new", "paid")), STATUS);

    assertThat(dictionary.mask("new", Row.NONE)).isEqualTo("paid");
    assertThat(dictionary.mask("paid", Row.NONE)).isEqualTo("new");
    assertRefused("dictionary", Map.of("values", List.of("new", "old")), STATUS, "is 'old'");
    assertRefused(
        "dictionary", Map.of("values", List.of("new", "new")), STATUS, "two different values");
    assertRefused("dictionary", Map.of("values", "new"), STATUS, "a list of texts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"89504e470d0a1a0affff", "47494638396100", "ffd8ffe1ffff"})
  void a_picture_becomes_the_smallest_of_its_type(String picture) throws Exception {
    String masked = Masks.of("bytea", Map.of(), BYTEA).mask("\\x" + picture, Row.NONE);

    assertThat(masked).startsWith("\\x" + picture.substring(0, 6)).doesNotContain(picture);
    byte[] bytes = HexFormat.of().parseHex(masked.substring(2));
    assertThat(ImageIO.read(new ByteArrayInputStream(bytes)).getWidth()).isEqualTo(1);
  }

  @Test
  void other_bytes_become_a_word() {
    Transformer bytes = Masks.of("bytea", Map.of(), BYTEA);
    OversizedValue pdf = new OversizedValue("\\x255044462d", 1L << 30, "0".repeat(32));

    assertThat(bytes.mask("\\x00", Row.NONE)).isEqualTo("\\x7265646163746564");
    assertThat(bytes.mask("\\x", Row.NONE)).isEqualTo("\\x");
    assertThat(bytes.maskOversized(pdf, Row.NONE)).startsWith("\\x255044462d312e34");
  }

  private static String hash(ColumnType type, String value) {
    return Masks.of("hash", Map.of(), type).mask(value, Row.NONE);
  }

  private static void assertRefused(
      String name, Map<String, Object> options, ColumnType type, String problem) {
    assertThatThrownBy(() -> Masks.of(name, options, type))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }
}

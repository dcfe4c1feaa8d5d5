package dev.goldenrod.masking.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is true of all transformers. */
class TransformersTest {
  private static final int MANY = 100_000;
  private static final List<String> AWKWARD =
      List.of(
          "Zoë Ångström",
          "李小龙",
          "-",
          "+",
          "secret",
          "SECRET value 12",
          "a'b\\c\"d",
          "\n\t",
          "😀",
          "x".repeat(10_000),
          "12",
          "+49",
          "@",
          "user@example.org",
          "DE44 5001 0517 5407 3249 31");

  /** Each transformer of texts with an ordinary value, and a template of distinct ones. */
  static Stream<Arguments> ofTexts() {
    return Stream.of(
        Arguments.of("full-name", Map.of(), "Grace Hopper"),
        Arguments.of("full-name", Map.of("locale", "de"), "Grace Hopper"),
        Arguments.of("given-name", Map.of(), "Grace"),
        Arguments.of("family-name", Map.of("locale", "fr"), "Hopper"),
        Arguments.of("company", Map.of(), "Eckert & Mauchly"),
        Arguments.of("street", Map.of("locale", "de"), "Hauptstr. 12a"),
        Arguments.of("city", Map.of("locale", "es"), "Arlington"),
        Arguments.of("email", Map.of(), "grace@navy.mil"),
        Arguments.of("phone", Map.of(), "+1 202 555 0123"),
        Arguments.of("user-name", Map.of(), "ghopper"),
        Arguments.of("postcode", Map.of(), "22201-0042"),
        Arguments.of("iban", Map.of(), "DE89370400440532013000"),
        Arguments.of("card", Map.of(), "4111 1111 1111 1111"),
        Arguments.of("national-id", Map.of(), "078-05-1120"),
        Arguments.of("uuid", Map.of(), "123e4567-e89b-12d3-a456-426614174000"),
        Arguments.of("ip", Map.of(), "198.51.100.7"),
        Arguments.of("mac", Map.of(), "00:00:5e:00:53:af"),
        Arguments.of("text", Map.of("method", "generate"), "She found a moth in the relay."),
        Arguments.of("hash", Map.of(), "anything"));
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void a_mask_depends_on_key_link_and_value_only(
      String name, Map<String, Object> options, String value) {
    Map<String, Object> linked = new HashMap<>(options);
    linked.put("link", "customer");
    String masked = mask(Masks.KEY, name, options, value);

    assertThat(masked).isEqualTo(mask(Masks.KEY, name, options, value)).isNotEqualTo(value);
    assertThat(mask(Masks.OTHER_KEY, name, options, value)).isNotEqualTo(masked);
    assertThat(mask(Masks.KEY, name, linked, value)).isNotEqualTo(masked);
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void the_original_is_not_in_the_mask(String name, Map<String, Object> options, String value) {
    assertThat(mask(Masks.KEY, name, options, value)).doesNotContainIgnoringCase(value);
    assertThat(AWKWARD.stream().filter(awkward -> awkward.strip().length() > 3))
        .allSatisfy(
            awkward ->
                assertThat(mask(Masks.KEY, name, options, awkward))
                    .doesNotContainIgnoringCase(awkward)
                    .doesNotContainIgnoringCase("secret"));
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void every_text_has_a_mask_that_the_column_can_hold(
      String name, Map<String, Object> options, String value) {
    for (int length : List.of(22, 50)) {
      Transformer transformer = Masks.of(name, options, ColumnType.base("varchar", length));

      assertThat(Stream.concat(AWKWARD.stream(), Stream.of("", " ", value)))
          .map(text -> text.substring(0, Math.min(length, text.length())))
          .allSatisfy(
              text ->
                  assertThat(transformer.mask(text, Row.NONE))
                      .hasSizeLessThanOrEqualTo(length)
                      .doesNotContain("\0"));
    }
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void an_injective_transformer_keeps_values_apart(
      String name, Map<String, Object> options, String value) {
    Transformer transformer = Masks.text(name, options);
    if (!transformer.isInjective()) {
      return;
    }
    Set<String> masks = new HashSet<>();
    IntStream.range(0, MANY / 10).forEach(i -> masks.add(transformer.mask(value + i, Row.NONE)));

    assertThat(masks).hasSize(MANY / 10);
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void an_oversized_value_has_a_mask(String name, Map<String, Object> options) {
    OversizedValue value =
        new OversizedValue("the secret begins", 1L << 30, "0123456789abcdef0123456789abcdef");

    assertThat(Masks.text(name, options).maskOversized(value, Row.NONE))
        .doesNotContain("secret")
        .isNotEmpty();
  }

  @Test
  void the_injective_ones_are_known() {
    assertThat(
            ofTexts()
                .map(arguments -> (String) arguments.get()[0])
                .filter(name -> Masks.text(name, Map.of()).isInjective()))
        .containsExactly(
            "email",
            "phone",
            "user-name",
            "iban",
            "card",
            "national-id",
            "uuid",
            "ip",
            "mac",
            "hash");
    assertThat(Masks.of("hash", Map.of(), ColumnType.base("varchar", 15)).isInjective()).isFalse();
    assertThat(Masks.of("hash", Map.of(), ColumnType.base("varchar", 16)).isInjective()).isTrue();
    assertThat(Masks.of("email", Map.of(), ColumnType.base("varchar", 31)).isInjective()).isFalse();
  }

  @Test
  void hundred_thousand_addresses_have_as_many_masks() {
    Transformer email = Masks.text("email", Map.of());

    assertThat(
            IntStream.range(0, MANY)
                .mapToObj(i -> email.mask("user" + i + "@example.org", Row.NONE))
                .distinct()
                .count())
        .isEqualTo(MANY);
  }

  @Test
  void names_what_there_is() {
    assertThat(Transformers.names())
        .contains("email", "json", "null", "stars")
        .hasSizeGreaterThan(30);
    assertThat(Transformers.options("email")).containsExactly("domain", "link");
  }

  @Test
  void an_unknown_transformer_is_refused() {
    assertThatThrownBy(() -> Masks.text("emial", Map.of()))
        .isInstanceOf(RuleException.class)
        .hasMessageStartingWith("there is no transformer 'emial'; there are array, birth-date, ");
    assertThatThrownBy(() -> Transformers.options("emial")).isInstanceOf(RuleException.class);
  }

  @Test
  void an_unknown_option_is_refused() {
    assertThatThrownBy(() -> Masks.text("email", Map.of("domian", "a.test")))
        .isInstanceOf(RuleException.class)
        .hasMessage("'email' has no option 'domian'; it has domain, link");
  }

  @Test
  void an_option_without_a_value_is_refused() {
    Map<String, Object> options = new HashMap<>();
    options.put("domain", null);

    assertThatThrownBy(() -> Masks.text("email", options))
        .isInstanceOf(RuleException.class)
        .hasMessage("option 'domain' of 'email' must be given a value");
  }

  @ParameterizedTest
  @MethodSource("ofTexts")
  void a_column_of_another_type_is_refused(String name, Map<String, Object> options) {
    assertThatThrownBy(() -> Masks.of(name, options, ColumnType.base("int4")))
        .isInstanceOf(RuleException.class)
        .hasMessage("'%s' masks text, but column 'c' has the type int4", name);
  }

  @Test
  void transformers_of_users_are_found() {
    assertThat(Masks.text("stars", Map.of()).mask("secret", Row.NONE)).isEqualTo("***");
  }

  private static String mask(
      MaskingKey key, String name, Map<String, Object> options, String value) {
    return Transformers.create(name, options, Masks.column(ColumnType.base("text")), key)
        .mask(value, Row.NONE);
  }
}

package dev.goldenrod.masking.transform.person;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.words.WordLists;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeopleTest {
  @Test
  void an_address_goes_nowhere() {
    assertThat(mask("email", "ada@example.org")).matches("[a-z0-9]{16}@example\\.invalid");
  }

  @Test
  void addresses_that_differ_in_case_have_masks_that_differ_in_case() {
    assertThat(mask("email", "Ada@Example.org"))
        .isEqualToIgnoringCase(mask("email", "ada@example.org"))
        .isNotEqualTo(mask("email", "ada@example.org"))
        .isNotEqualTo(mask("email", "ADA@example.org"));
    Transformer citext = Masks.of("email", Map.of(), ColumnType.base("citext"));
    assertThat(citext.mask("Ada@Example.org", Row.NONE))
        .isEqualTo(citext.mask("ada@example.org", Row.NONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org.evil.com", "gmail.com", "invalid", "a.invalid.de", "-"})
  void a_domain_where_mail_arrives_is_refused(String domain) {
    assertThatThrownBy(() -> Masks.text("email", Map.of("domain", domain)))
        .isInstanceOf(RuleException.class);
  }

  @Test
  void a_short_column_needs_a_short_domain() {
    ColumnType type = ColumnType.base("varchar", 20);

    assertThatThrownBy(() -> Masks.of("email", Map.of(), type)).hasMessageContaining("a.test");
    assertThat(Masks.of("email", Map.of("domain", "a.test"), type).mask("a@b.c", Row.NONE))
        .matches("[a-z0-9]{13}@a\\.test");
  }

  @ParameterizedTest
  @CsvSource({
    "+49 (0)30 1234567,\\+49 \\(0\\)[1-9]\\d \\d{7}",
    "+1-202-555-0123,\\+1-[1-9]\\d\\d-\\d{3}-\\d{4}",
    "00358401234567,00358[1-9]\\d{8}",
    "030/123456,0[1-9]\\d/\\d{6}",
    "110,[1-9]\\d\\d",
    "call Bob,\\d{15}"
  })
  void a_number_keeps_country_and_length(String phone, String masked) {
    assertThat(mask("phone", phone)).matches(masked);
  }

  @Test
  void numbers_are_the_same_however_they_are_spelled() {
    assertThat(mask("phone", "+49 30 1234567").replaceAll("\\D", ""))
        .isEqualTo(mask("phone", "+49301234567").replaceAll("\\D", ""));
  }

  @Test
  void different_numbers_have_different_masks() {
    Transformer phone = Masks.text("phone", Map.of());

    assertThat(
            IntStream.range(0, 10_000)
                .mapToObj(i -> phone.mask("+4930%05d".formatted(10_000 + i), Row.NONE)))
        .doesNotHaveDuplicates();
  }

  @Test
  void no_password_has_the_hash() {
    assertThat(mask("password-hash", "$2b$12$abcdefghijklmnopqrstuv"))
        .startsWith("$2a$10$....")
        .hasSize(60);
    assertThat(mask("password-hash", "5f4dcc3b5aa765d61d8327deb882cf99")).isEqualTo("!");
  }

  @Test
  void names_are_those_of_the_language() {
    String name = Masks.text("full-name", Map.of("locale", "pl")).mask("Grace Hopper", Row.NONE);
    WordLists polish = WordLists.of("pl");

    assertThat(polish.familyNames()).hasSizeGreaterThan(100).anyMatch(name::endsWith);
    assertThat(polish.givenNames()).hasSizeGreaterThan(100).anyMatch(name::startsWith);
    assertThat(mask("full-name", "GRACE HOPPER ")).isEqualTo(mask("full-name", "Grace Hopper"));
    assertThatThrownBy(() -> Masks.text("full-name", Map.of("locale", "klingon")))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("a language with word lists");
  }

  @Test
  void the_lists_are_those_of_the_named_release() throws Exception {
    Properties pom = new Properties();
    try (var in =
        getClass().getResourceAsStream("/META-INF/maven/net.datafaker/datafaker/pom.properties")) {
      pom.load(in);
    }

    assertThat(WordLists.SOURCE).isEqualTo("datafaker " + pom.getProperty("version"));
  }

  private static String mask(String name, String value) {
    return Masks.text(name, Map.of()).mask(value, Row.NONE);
  }
}

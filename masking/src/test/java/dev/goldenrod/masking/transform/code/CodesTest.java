package dev.goldenrod.masking.transform.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"})
  void an_iban_stays_one_of_its_country_and_bank(String iban) {
    String masked = mask("iban", iban);

    assertThat(masked).startsWith(iban.substring(0, 2)).hasSameSizeAs(iban).isNotEqualTo(iban);
    assertThat(masked.substring(4, 8)).isEqualTo(iban.substring(4, 8));
    assertThat(remainderBy97(masked)).isEqualTo(1);
  }

  @Test
  void an_iban_is_spelled_as_before() {
    assertThat(mask("iban", "de89 3704 0044 0532 0130 00"))
        .matches("de\\d\\d 3704 \\d{4} \\d{4} \\d{4} \\d\\d")
        .isEqualToIgnoringWhitespace(mask("iban", "de89370400440532013000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4111111111111111", "378282246310005", "6011-1111-1111-1117"})
  void a_card_stays_one_of_its_issuer(String card) {
    String masked = mask("card", card);

    assertThat(masked).startsWith(card.substring(0, 6)).hasSameSizeAs(card).isNotEqualTo(card);
    assertThat(luhnSum(masked) % 10).isZero();
  }

  @Test
  void a_wrong_check_digit_stays_wrong() {
    assertThat(luhnSum(mask("card", "4111111111111112")) % 10).isEqualTo(1);
    assertThat(remainderBy97(mask("iban", "DE00370400440532013000"))).isNotEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "us-ssn,078-05-1120",
    "de-tax-id,86095742719",
    "de-tax-id,47 036 892 816",
    "fr-insee,2 55 08 14 168 025 38",
    "es-dni,12345678Z",
    "es-dni,X-1234567-L",
    "it-codice-fiscale,RSSMRA85T10A562S",
    "nl-bsn,111222333",
    "pl-pesel,44051401359",
    "pl-pesel,02070803628",
    "br-cpf,529.982.247-25",
    "uk-nino,ab 12 34 56 c"
  })
  void a_valid_national_id_stays_valid(String format, String id) {
    List<IdFormat> formats = IdFormats.BY_NAME.get(format);
    Transformer transformer = Masks.text("national-id", Map.of("format", format));
    String masked = transformer.mask(id, Row.NONE);

    assertThat(formats).anyMatch(known -> known.isValid(compact(id)));
    assertThat(formats).anyMatch(known -> known.isValid(compact(masked)));
    assertThat(masked.replaceAll("[A-Z]", "A").replaceAll("[a-z]", "a").replaceAll("\\d", "0"))
        .isEqualTo(id.replaceAll("[A-Z]", "A").replaceAll("[a-z]", "a").replaceAll("\\d", "0"));
    assertThat(masked).isNotEqualTo(id);
  }

  @Test
  void valid_ids_have_different_masks() {
    Transformer transformer = Masks.text("national-id", Map.of("format", "es-dni"));
    List<String> ids =
        IntStream.range(12_345_000, 12_346_000)
            .mapToObj(number -> number + IdChecks.spain(Integer.toString(number)))
            .toList();

    assertThat(ids.stream().map(id -> transformer.mask(id, Row.NONE)).collect(Collectors.toSet()))
        .hasSameSizeAs(ids)
        .allMatch(masked -> IdFormats.BY_NAME.get("es-dni").get(0).isValid(masked));
  }

  @ParameterizedTest
  @CsvSource({"pl-pesel,44051401358", "es-dni,12345678A", "nl-bsn,12", "de-tax-id,none"})
  void what_is_no_valid_id_keeps_its_pattern(String format, String id) {
    Transformer transformer = Masks.text("national-id", Map.of("format", format));

    assertThat(transformer.mask(id, Row.NONE)).hasSameSizeAs(id).isNotEqualTo(id);
  }

  @Test
  void an_unknown_format_is_refused() {
    assertThatThrownBy(() -> Masks.text("national-id", Map.of("format", "mars")))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("must be one of any, br-cpf, de-tax-id, ");
  }

  @Test
  void a_uuid_becomes_a_random_one() {
    String uuid = "123e4567-e89b-12d3-a456-426614174000";
    Transformer transformer = Masks.of("uuid", Map.of(), ColumnType.base("uuid"));

    assertThat(transformer.mask(uuid, Row.NONE))
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
        .isEqualTo(mask("uuid", uuid))
        .isEqualToIgnoringCase(mask("uuid", uuid.toUpperCase(java.util.Locale.ROOT)));
  }

  @Test
  void addresses_of_machines_keep_their_kind() {
    Transformer inet = Masks.of("ip", Map.of(), ColumnType.base("inet"));
    Transformer cidr = Masks.of("ip", Map.of(), ColumnType.base("cidr"));
    Transformer mac = Masks.of("mac", Map.of(), ColumnType.base("macaddr8"));

    assertThat(inet.mask("198.51.100.7", Row.NONE)).matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
    assertThat(inet.mask("198.51.100.7/24", Row.NONE)).endsWith("/24");
    assertThat(inet.mask("fe80::1", Row.NONE)).matches("2001:db8(:[0-9a-f]{1,4}){6}");
    assertThat(cidr.mask("198.51.0.0/16", Row.NONE)).matches("\\d+\\.\\d+\\.0\\.0/16");
    assertThat(cidr.mask("fe80:1::/32", Row.NONE)).isEqualTo("2001:db8:0:0:0:0:0:0/32");
    assertThat(mac.mask("08:00:2b:01:02:03:04:05", Row.NONE))
        .matches("([0-9a-f]{2}:){7}[0-9a-f]{2}");
    assertThat(mask("mac", "08-00-2B-01-02-03")).matches("([0-9A-F]{2}-){5}[0-9A-F]{2}");
  }

  private static String mask(String name, String value) {
    return Masks.text(name, Map.of()).mask(value, Row.NONE);
  }

  private static String compact(String id) {
    return id.replaceAll("[^A-Za-z0-9]", "").toUpperCase(java.util.Locale.ROOT);
  }

  private static int remainderBy97(String iban) {
    String digits =
        (iban.substring(4) + iban.substring(0, 4))
            .chars()
            .mapToObj(letter -> Integer.toString(Character.digit(letter, 36)))
            .collect(Collectors.joining());
    return new BigInteger(digits).mod(BigInteger.valueOf(97)).intValue();
  }

  private static int luhnSum(String card) {
    String digits = card.replaceAll("\\D", "");
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      sum += i % 2 == 0 ? digit : digit / 5 + 2 * digit % 10;
    }
    return sum;
  }
}

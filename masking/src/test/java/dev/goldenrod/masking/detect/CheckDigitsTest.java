package dev.goldenrod.masking.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers are examples from the documents that define them. */
class CheckDigitsTest {
  @ParameterizedTest
  @CsvSource({
    "CARD, 4111 1111 1111 1111, 4111 1111 1111 1112",
    "CARD, 5500-0000-0000-0004, 5500-0000-0000-0014",
    "CARD, 378282246310005, 378282246310006",
    "IBAN, DE89 3704 0044 0532 0130 00, DE88 3704 0044 0532 0130 00",
    "IBAN, GB82WEST12345698765432, GB82WEST12345698765433",
    "IBAN, FR1420041010050500013M02606, FR1420041010050500013M02607",
    "NATIONAL_ID, 078-05-1120, 078-00-1120",
    "NATIONAL_ID, 86095742719, 86095742718",
    "NATIONAL_ID, 2 55 08 14 168 025 38, 2 55 08 14 168 025 39",
    "NATIONAL_ID, 12345678Z, 12345678A",
    "NATIONAL_ID, X1234567L, X1234567M",
    "NATIONAL_ID, RSSMRA85T10A562S, RSSMRA85T10A562T",
    "NATIONAL_ID, 44051401359, 44051401358",
    "NATIONAL_ID, 111222333, 111222334",
    "NATIONAL_ID, 529.982.247-25, 529.982.247-26",
    "EMAIL, ada.lovelace+x@mail.example, ada.lovelace@mail",
    "PHONE, +49 (30) 123-4567, 49",
    "IP, 192.168.0.254, 192.168.0.256",
    "IP, fe80::1ff:fe23:4567:890a, 12:30",
    "MAC, 00:1B:44:11:3a:b7, 00:1B:44:11:3a",
    "UUID, 123e4567-e89b-12d3-a456-426614174000, 123e4567-e89b-12d3-a456",
    "PASSWORD, $2a$10$N9qo8uLOickgx2ZMRZoMye, $100",
    "FULL_NAME, 'Müller, Hans', 'Berlin Mitte'",
    "FULL_NAME, José García, Rue de la Paix",
    "GIVEN_NAME, Małgorzata, Regal",
  })
  void values_are_recognized_by_their_form_and_check_digits(
      DataKind kind, String value, String other) {
    assertThat(kinds(value)).contains(kind);
    assertThat(kinds(other)).doesNotContain(kind);
  }

  private static Set<DataKind> kinds(String value) {
    Set<DataKind> kinds = EnumSet.noneOf(DataKind.class);
    kinds.addAll(ValueKinds.of(value));
    return kinds;
  }
}

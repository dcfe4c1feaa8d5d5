package dev.goldenrod.masking.transform.code;

import static dev.goldenrod.masking.transform.code.IdFields.date;
import static dev.goldenrod.masking.transform.code.IdFields.letter;
import static dev.goldenrod.masking.transform.code.IdFields.number;
import static dev.goldenrod.masking.transform.code.IdFields.word;

import dev.goldenrod.masking.transform.code.IdFormat.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The formats of national ids whose check characters are known. */
final class IdFormats {
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final Set<String> UNUSED_IN_BRITAIN =
      Set.of("BG", "GB", "NK", "KN", "TN", "NT", "ZZ");

  /**
   * By the name in rules; {@code any} has none. A name has several if its ids have several forms.
   */
  static final Map<String, List<IdFormat>> BY_NAME =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "any", List.of(),
                  "us-ssn", List.of(unitedStates()),
                  "de-tax-id", List.of(germany()),
                  "fr-insee", List.of(france()),
                  "es-dni", spain(),
                  "it-codice-fiscale", List.of(italy()),
                  "nl-bsn", List.of(netherlands()),
                  "pl-pesel", poland(),
                  "br-cpf", List.of(brazil()),
                  "uk-nino", List.of(britain()))));

  private IdFormats() {}

  private static IdFormat unitedStates() {
    return new IdFormat(
        "us-ssn",
        List.of(number(3, 1, 899), number(2, 1, 99), number(4, 1, 9999)),
        0,
        payload -> payload.startsWith("666") ? null : "");
  }

  private static IdFormat germany() {
    return new IdFormat(
        "de-tax-id", List.of(number(10, 1_000_000_000L, 9_999_999_999L)), 1, IdChecks::germany);
  }

  private static IdFormat france() {
    List<String> departments =
        Stream.concat(
                IntStream.rangeClosed(1, 95)
                    .filter(number -> number != 20)
                    .mapToObj("%02d"::formatted),
                Stream.of("2A", "2B"))
            .toList();
    return new IdFormat(
        "fr-insee",
        List.of(
            number(1, 1, 2),
            number(2, 0, 99),
            number(2, 1, 12),
            word(departments),
            number(3, 1, 990),
            number(3, 1, 999)),
        2,
        IdChecks::france);
  }

  private static List<IdFormat> spain() {
    return List.of(
        new IdFormat("es-dni", List.of(number(8, 0, 99_999_999)), 1, IdChecks::spain),
        new IdFormat(
            "es-nie", List.of(letter("XYZ"), number(7, 0, 9_999_999)), 1, IdChecks::spain));
  }

  private static IdFormat italy() {
    List<Field> fields = new ArrayList<>(Collections.nCopies(6, letter(LETTERS)));
    List<String> days =
        IntStream.concat(IntStream.rangeClosed(1, 31), IntStream.rangeClosed(41, 71))
            .mapToObj("%02d"::formatted)
            .toList();
    fields.addAll(
        List.of(
            number(2, 0, 99),
            letter("ABCDEHLMPRST"),
            word(days),
            letter("ABCDEFGHILMZ"),
            number(3, 1, 999)));
    return new IdFormat("it-codice-fiscale", fields, 1, IdChecks::italy);
  }

  private static IdFormat netherlands() {
    return new IdFormat("nl-bsn", List.of(number(8, 1, 99_999_999)), 1, IdChecks::netherlands);
  }

  private static List<IdFormat> poland() {
    return Map.of(1800, 80, 1900, 0, 2000, 20).entrySet().stream()
        .map(century -> poland(century.getKey(), century.getValue()))
        .toList();
  }

  private static IdFormat poland(int century, int addedToMonth) {
    return new IdFormat(
        "pl-pesel " + century,
        List.of(date(century, addedToMonth), number(4, 0, 9999)),
        1,
        IdChecks::poland);
  }

  private static IdFormat brazil() {
    return new IdFormat("br-cpf", List.of(number(9, 0, 999_999_999)), 2, IdChecks::brazil);
  }

  private static IdFormat britain() {
    return new IdFormat(
        "uk-nino",
        List.of(
            letter("ABCEGHJKLMNOPRSTWXYZ"),
            letter("ABCEGHJKLMNPRSTWXYZ"),
            number(6, 0, 999_999),
            letter("ABCD")),
        0,
        payload -> UNUSED_IN_BRITAIN.contains(payload.substring(0, 2)) ? null : "");
  }
}

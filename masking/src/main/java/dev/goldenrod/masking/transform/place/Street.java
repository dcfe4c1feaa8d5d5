package dev.goldenrod.masking.transform.place;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.words.Pick;
import dev.goldenrod.masking.words.WordLists;
import java.util.List;
import java.util.Locale;

/**
 * Replaces streets by those of a word list. The number of a house becomes another one, before or
 * after the street as in the original.
 */
final class Street implements Transformer {
  private static final int HOUSES = 199;

  private final KeyedHash hash;
  private final TextColumn column;
  private final List<String> streets;

  private Street(KeyedHash hash, TextColumn column, List<String> streets) {
    this.hash = hash;
    this.column = column;
    this.streets = streets;
  }

  static Transformer create(MaskRequest request) {
    return new Street(
        request.hash("street"), TextColumn.of(request), WordLists.of(request.options()).streets());
  }

  @Override
  public String mask(String value, Row row) {
    if (value.isBlank()) {
      return value;
    }
    String original = value.strip();
    var numbers = hash.numbers(original.toLowerCase(Locale.ROOT));
    String street = Pick.other(numbers, streets, original);
    int house = 1 + numbers.nextInt(HOUSES);
    if (Character.isDigit(original.charAt(0))) {
      return column.fit(house + " " + street);
    }
    boolean hasHouse = original.chars().anyMatch(Character::isDigit);
    return column.fit(hasHouse ? street + " " + house : street);
  }
}

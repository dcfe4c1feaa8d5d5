package dev.goldenrod.masking.transform.place;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.words.Pick;
import dev.goldenrod.masking.words.WordLists;
import java.util.List;
import java.util.Locale;

/** Replaces towns by those of a word list. */
final class City {
  private City() {}

  static Transformer create(MaskRequest request) {
    TextColumn column = TextColumn.of(request);
    List<String> cities = WordLists.of(request.options()).cities();
    KeyedHash hash = request.hash("city");
    return (value, row) ->
        value.isBlank()
            ? value
            : column.fit(
                Pick.other(
                    hash.numbers(value.strip().toLowerCase(Locale.ROOT)), cities, value.strip()));
  }
}

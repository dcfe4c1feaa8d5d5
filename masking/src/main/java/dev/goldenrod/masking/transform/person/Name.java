package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.words.Pick;
import dev.goldenrod.masking.words.WordLists;
import java.util.List;

/** Replaces names by those of word lists. Names that differ only in case have the same mask. */
final class Name {
  private Name() {}

  static Transformer given(MaskRequest request) {
    return picked(request, WordLists.of(request.options()).givenNames());
  }

  static Transformer family(MaskRequest request) {
    return picked(request, WordLists.of(request.options()).familyNames());
  }

  static Transformer company(MaskRequest request) {
    return picked(request, WordLists.of(request.options()).companies());
  }

  static Transformer full(MaskRequest request) {
    TextColumn column = TextColumn.of(request);
    WordLists words = WordLists.of(request.options());
    List<String> given = words.givenNames();
    List<String> family = words.familyNames();
    KeyedHash hash = request.hash("name");
    return (value, row) -> {
      if (value.isBlank()) {
        return value;
      }
      var numbers = hash.numbers(Normal.of(value));
      String name = numbers.pick(given) + " " + numbers.pick(family);
      return name.equalsIgnoreCase(value)
          ? column.fit(numbers.pick(given) + " " + Pick.other(numbers, family, lastWord(value)))
          : column.fit(name);
    };
  }

  private static Transformer picked(MaskRequest request, List<String> names) {
    TextColumn column = TextColumn.of(request);
    KeyedHash hash = request.hash("name");
    return (value, row) ->
        value.isBlank()
            ? value
            : column.fit(Pick.other(hash.numbers(Normal.of(value)), names, value));
  }

  private static String lastWord(String name) {
    return name.substring(name.lastIndexOf(' ') + 1);
  }
}

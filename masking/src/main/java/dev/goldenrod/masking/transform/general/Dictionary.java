package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.Literal;
import dev.goldenrod.masking.words.Pick;
import java.util.List;

/** Replaces values by those of a list. */
final class Dictionary {
  private Dictionary() {}

  static Transformer create(MaskRequest request) {
    Options options = request.options();
    List<String> values = options.texts("values").stream().distinct().toList();
    if (values.size() < 2) {
      throw options.wrong("values", "a list of at least two different values");
    }
    values.forEach(value -> Literal.requireFits(request, "values", value));
    KeyedHash hash = request.hash("dictionary");
    return (value, row) -> Pick.other(hash.numbers(value), values, value);
  }
}

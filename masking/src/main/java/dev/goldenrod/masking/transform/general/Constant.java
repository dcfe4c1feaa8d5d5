package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.Literal;
import org.jspecify.annotations.Nullable;

/**
 * Replaces every value by the same one.
 *
 * @param value the replacement
 * @param replacesNull whether NULL is replaced too
 */
record Constant(String value, boolean replacesNull) implements Transformer {
  static Transformer create(MaskRequest request) {
    Options options = request.options();
    String value = options.text("value").orElseThrow(() -> options.missing("value"));
    Literal.requireFits(request, "value", value);
    return new Constant(value, options.flag("nulls"));
  }

  @Override
  public String mask(String original, Row row) {
    return value;
  }

  @Override
  public @Nullable String maskNull(Row row) {
    return replacesNull ? value : null;
  }
}

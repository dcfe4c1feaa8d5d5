package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;

/** Replaces every value by NULL. */
final class NullValue {
  private NullValue() {}

  static Transformer create(MaskRequest request) {
    if (request.column().notNull()) {
      throw new RuleException(
          "column '%s' refuses NULL, so it cannot be masked as 'null': use 'constant'"
              .formatted(request.column().name()));
    }
    return (value, row) -> null;
  }
}

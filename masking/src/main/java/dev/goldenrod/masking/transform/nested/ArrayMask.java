package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.Set;

/**
 * Masks the elements of an array.
 *
 * @param element masks each element
 * @param delimiter the character between elements
 */
record ArrayMask(Transformer element, char delimiter) implements Transformer {
  static Transformer create(MaskRequest request) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    ColumnType element = type.element();
    if (type.kind() != ColumnType.Kind.ARRAY || element == null) {
      throw request.wrongType("arrays");
    }
    Object rule =
        request.options().value("element").orElseThrow(() -> request.options().missing("element"));
    char delimiter = element.baseName().equals("box") ? ';' : ',';
    return new ArrayMask(NestedRule.create(request, "element", rule, element), delimiter);
  }

  @Override
  public String mask(String value, Row row) {
    return new ArrayText(value, delimiter)
        .map(part -> part == null ? element.maskNull(row) : element.mask(part, row));
  }

  @Override
  public String maskOversized(OversizedValue value, Row row) {
    return "{}";
  }

  @Override
  public boolean isInjective() {
    return element.isInjective();
  }

  @Override
  public boolean isRepeatable() {
    return element.isRepeatable();
  }

  @Override
  public Set<String> reads() {
    return element.reads();
  }
}

package dev.goldenrod.masking.transform.nested;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the leaves at one path: they are kept, or texts and numbers are masked by the
 * transformer for their type, as far as there is one. Other texts become 'redacted', other numbers
 * zero, and other booleans false. The null of JSON stays.
 */
final class JsonLeaf {
  static final JsonLeaf CLOSED = new JsonLeaf(false, null, null);

  private static final String REDACTED = "redacted";

  private final boolean isKept;
  private final @Nullable Transformer ofTexts;
  private final @Nullable Transformer ofNumbers;

  private JsonLeaf(boolean isKept, @Nullable Transformer ofTexts, @Nullable Transformer ofNumbers) {
    this.isKept = isKept;
    this.ofTexts = ofTexts;
    this.ofNumbers = ofNumbers;
  }

  static JsonLeaf create(MaskRequest request, String option, @Nullable Object rule) {
    Map<String, Object> options = NestedRule.options(request.options(), option, rule);
    if (NestedRule.isKeep(options)) {
      return new JsonLeaf(true, null, null);
    }
    Transformer ofNumbers = null;
    try {
      ofNumbers = transformer(request, options, "numeric");
      return new JsonLeaf(false, transformer(request, options, "text"), ofNumbers);
    } catch (RuleException e) {
      if (ofNumbers == null) {
        // The transformer is one of texts, or the rule is wrong for both.
        return new JsonLeaf(false, transformer(request, options, "text"), null);
      }
      return new JsonLeaf(false, null, ofNumbers);
    }
  }

  JsonNode mask(JsonNode leaf, Row row) {
    if (isKept || leaf.isNull()) {
      return leaf;
    }
    if (leaf.isTextual()) {
      return masked(leaf.textValue(), row);
    }
    if (leaf.isNumber()) {
      return ofNumbers == null ? IntNode.valueOf(0) : masked(leaf.decimalValue(), row, ofNumbers);
    }
    return BooleanNode.FALSE;
  }

  Set<String> reads() {
    return Stream.of(ofTexts, ofNumbers)
        .flatMap(transformer -> transformer == null ? Stream.empty() : transformer.reads().stream())
        .collect(Collectors.toSet());
  }

  private JsonNode masked(String text, Row row) {
    if (text.isEmpty()) {
      return TextNode.valueOf(text);
    }
    String masked = ofTexts == null ? REDACTED : ofTexts.mask(text, row);
    return masked == null ? NullNode.getInstance() : TextNode.valueOf(masked);
  }

  private static JsonNode masked(BigDecimal number, Row row, Transformer ofNumbers) {
    String masked = ofNumbers.mask(number.toPlainString(), row);
    return masked == null ? NullNode.getInstance() : DecimalNode.valueOf(new BigDecimal(masked));
  }

  private static Transformer transformer(
      MaskRequest request, Map<String, Object> rule, String type) {
    Map<String, Object> options = new HashMap<>(rule);
    String name = String.valueOf(options.remove("mask"));
    ColumnType part = ColumnType.base(type);
    return request.creator().create(name, options, NestedRule.column(request, part));
  }
}

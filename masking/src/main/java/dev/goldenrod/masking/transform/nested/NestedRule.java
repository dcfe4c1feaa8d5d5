package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A rule for a part of a value: {@code {mask: TRANSFORMER, …}} or {@code {keep: reason}}. */
final class NestedRule {
  private static final String MASK = "mask";
  private static final String KEEP = "keep";

  private NestedRule() {}

  /** Returns the transformer of a rule, which is the value of an option. */
  static Transformer create(MaskRequest request, String option, Object rule, ColumnType part) {
    Map<String, Object> options = options(request.options(), option, rule);
    if (isKeep(options)) {
      return (value, row) -> value;
    }
    String name = String.valueOf(options.remove(MASK));
    return request.creator().create(name, options, column(request, part));
  }

  /** Returns the parts of a rule. */
  static Map<String, Object> options(Options of, String option, @Nullable Object rule) {
    Map<String, Object> options = new HashMap<>();
    if (rule instanceof Map<?, ?> map) {
      map.forEach((name, value) -> options.put(String.valueOf(name), value));
    }
    boolean keeps = options.get(KEEP) instanceof String reason && !reason.isBlank();
    boolean masks = options.get(MASK) instanceof String;
    if (keeps == masks || keeps && options.size() > 1) {
      throw of.wrong(option, "{mask: TRANSFORMER, …} or {keep: reason}");
    }
    return options;
  }

  static boolean isKeep(Map<String, Object> options) {
    return options.containsKey(KEEP);
  }

  /** Returns a column that stands for a part of the masked one. */
  static Column column(MaskRequest request, ColumnType part) {
    return new Column(request.column().name(), part.baseName(), part, false, false, false, null);
  }
}

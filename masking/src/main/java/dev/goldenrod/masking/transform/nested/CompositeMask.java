package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Masks the fields of a composite type. Each field has a rule.
 *
 * @param fields masks the fields, in their order
 */
record CompositeMask(List<Transformer> fields) implements Transformer {
  static Transformer create(MaskRequest request) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    if (type.kind() != ColumnType.Kind.COMPOSITE) {
      throw request.wrongType("composite types");
    }
    if (!(request.options().value("fields").orElse(null) instanceof Map<?, ?> rules)) {
      throw request.options().wrong("fields", "a rule for each field");
    }
    requireNoOtherFields(type, rules.keySet());
    List<Transformer> fields = new ArrayList<>();
    for (ColumnType.Field field : type.fields()) {
      Object rule = rules.get(field.name());
      if (rule == null) {
        throw new RuleException(
            "'composite' of column '%s' needs a rule for the field '%s'"
                .formatted(request.column().name(), field.name()));
      }
      fields.add(NestedRule.create(request, "fields", rule, field.type()));
    }
    return new CompositeMask(fields);
  }

  @Override
  public String mask(String value, Row row) {
    List<@Nullable String> parts = CompositeText.parse(value);
    if (parts.size() != fields.size()) {
      throw new IllegalArgumentException(
          "the value has %d fields, the type %d".formatted(parts.size(), fields.size()));
    }
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      Transformer field = fields.get(i);
      parts.set(i, part == null ? field.maskNull(row) : field.mask(part, row));
    }
    return CompositeText.write(parts);
  }

  @Override
  public String maskOversized(OversizedValue value, Row row) {
    return "(" + ",".repeat(fields.size() - 1) + ")";
  }

  @Override
  public boolean isInjective() {
    return fields.stream().allMatch(Transformer::isInjective);
  }

  @Override
  public boolean isRepeatable() {
    return fields.stream().allMatch(Transformer::isRepeatable);
  }

  @Override
  public Set<String> reads() {
    return fields.stream().flatMap(field -> field.reads().stream()).collect(Collectors.toSet());
  }

  private static void requireNoOtherFields(ColumnType type, Set<?> names) {
    for (Object name : names) {
      if (type.fields().stream().noneMatch(field -> field.name().equals(name))) {
        throw new RuleException("the type '%s' has no field '%s'".formatted(type.baseName(), name));
      }
    }
  }
}

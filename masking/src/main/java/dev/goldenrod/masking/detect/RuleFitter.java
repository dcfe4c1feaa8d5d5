package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.rules.Position;
import dev.goldenrod.masking.rules.RecordedType;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.transform.Transformers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses transformers that fit a column's type and constraints, by creating them. */
final class RuleFitter {
  private final MaskingKey key;

  private record Candidate(String transformer, Map<String, Object> options) {
    Candidate(String transformer) {
      this(transformer, Map.of());
    }
  }

  /**
   * @param key any; the created transformers mask nothing
   */
  RuleFitter(MaskingKey key) {
    this.key = key;
  }

  /**
   * Returns the rule for the column with the first transformer that fits: the preferred one, then
   * those for the type, else a rule that drops the values. Empty if none fits: the column is UNIQUE
   * and NOT NULL, and nothing can keep its values apart.
   */
  Optional<ColumnRule> fit(Table table, Column column, Optional<String> preferred) {
    boolean isUnique = table.uniques().contains(List.of(column.name()));
    for (Candidate candidate : candidates(column, preferred)) {
      if (fits(candidate, column, isUnique)) {
        return Optional.of(mask(candidate, column));
      }
    }
    boolean canDrop = !column.notNull() || column.hasDefault() && !isUnique;
    return !canDrop
        ? Optional.empty()
        : Optional.of(
            new ColumnRule.Drop("no transformer fits", RecordedType.of(column), Position.NONE));
  }

  private List<Candidate> candidates(Column column, Optional<String> preferred) {
    TypeFamily family = TypeFamily.of(column.typeInfo());
    List<Candidate> candidates = new ArrayList<>();
    preferred.map(Candidate::new).ifPresent(candidates::add);
    forType(column.typeInfo().withoutDomains(), preferred).ifPresent(candidates::add);
    candidates.add(new Candidate("hash"));
    if (family == TypeFamily.INTEGER) {
      candidates.add(new Candidate("number", Map.of("method", "permutation")));
    }
    if (family != TypeFamily.OTHER || column.notNull() && !column.hasDefault()) {
      String value = family.constant(column.typeInfo());
      candidates.add(new Candidate("constant", Map.of("value", value)));
    }
    return candidates;
  }

  private Optional<Candidate> forType(ColumnType type, Optional<String> preferred) {
    TypeFamily family = TypeFamily.of(type);
    return switch (family) {
      case ARRAY -> part(type.element(), preferred).map(rule -> nested(family, "element", rule));
      case RANGE, MULTIRANGE ->
          part(bound(type), Optional.empty()).map(rule -> nested(family, "bound", rule));
      case COMPOSITE -> fields(type).map(rules -> nested(family, "fields", rules));
      case TIME, BOOLEAN, ENUM -> Optional.empty();
      default -> Optional.of(new Candidate(family.transformer()));
    };
  }

  private static Candidate nested(TypeFamily family, String option, Map<String, Object> rule) {
    return new Candidate(family.transformer(), Map.of(option, rule));
  }

  private static @Nullable ColumnType bound(ColumnType type) {
    ColumnType element = type.element();
    return element != null && element.kind() == ColumnType.Kind.RANGE ? element.element() : element;
  }

  private Optional<Map<String, Object>> fields(ColumnType type) {
    Map<String, Object> rules = new HashMap<>();
    for (ColumnType.Field field : type.fields()) {
      Optional<String> preferred = EvidenceFinder.ofName(field.name()).map(DataKind::transformer);
      part(field.type(), preferred).ifPresent(rule -> rules.put(field.name(), rule));
    }
    return rules.isEmpty() ? Optional.empty() : Optional.of(rules);
  }

  /** Returns the rule for a part of a value, as an option has it. */
  private Optional<Map<String, Object>> part(
      @Nullable ColumnType type, Optional<String> preferred) {
    if (type == null) {
      return Optional.empty();
    }
    Column part = new Column("part", type.baseName(), type, true, false, false, null);
    return candidates(part, preferred).stream()
        .filter(candidate -> fits(candidate, part, false))
        .findFirst()
        .map(
            candidate -> {
              Map<String, Object> rule = new HashMap<>(candidate.options());
              rule.put("mask", candidate.transformer());
              return rule;
            });
  }

  private boolean fits(Candidate candidate, Column column, boolean isUnique) {
    try {
      Transformer transformer =
          Transformers.create(candidate.transformer(), candidate.options(), column, key);
      return !isUnique || transformer.isInjective();
    } catch (RuleException e) {
      return false;
    }
  }

  private static ColumnRule mask(Candidate candidate, Column column) {
    return new ColumnRule.Mask(
        candidate.transformer(), RecordedType.of(column), null, candidate.options(), Position.NONE);
  }
}

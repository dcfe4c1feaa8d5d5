package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.rules.Position;
import dev.goldenrod.masking.rules.RecordedType;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.transform.Transformers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return column.notNull() && !(column.hasDefault() && !isUnique)
        ? Optional.empty()
        : Optional.of(
            new ColumnRule.Drop("no transformer fits", RecordedType.of(column), Position.NONE));
  }

  private static List<Candidate> candidates(Column column, Optional<String> preferred) {
    TypeFamily family = TypeFamily.of(column.typeInfo());
    List<Candidate> candidates = new ArrayList<>();
    preferred.map(Candidate::new).ifPresent(candidates::add);
    if (!family.transformer().equals("constant")) {
      candidates.add(new Candidate(family.transformer()));
    }
    candidates.add(new Candidate("hash"));
    if (family == TypeFamily.INTEGER) {
      candidates.add(new Candidate("number", Map.of("method", "permutation")));
    }
    candidates.add(new Candidate("constant", Map.of("value", family.constant(column.typeInfo()))));
    return candidates;
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

package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.schema.TableName;
import java.util.List;

/** Values of a source that detection may look at. */
@FunctionalInterface
public interface Samples {
  /** No samples: detection has names, types and comments alone. */
  Samples NONE = (table, column) -> List.of();

  /**
   * Returns some values of a column in PostgreSQL's text form, without NULL; empty if there are
   * none. Detection looks at the first {@value SampleStatistics#LIMIT} and at their first {@value
   * SampleStatistics#MAX_CHARACTERS} characters.
   */
  List<String> of(TableName table, String column);
}

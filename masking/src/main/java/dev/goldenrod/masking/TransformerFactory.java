package dev.goldenrod.masking;

import java.util.Set;

/**
 * Creates the transformers of one name. Additional factories are found by {@link
 * java.util.ServiceLoader}.
 */
public interface TransformerFactory {
  /** The name in rules, for example {@code email}. */
  String name();

  /** The names of the options that rules may have for this transformer. */
  Set<String> options();

  /**
   * Creates a transformer for a column.
   *
   * @throws RuleException if an option is wrong, or the column's type does not fit
   */
  Transformer create(MaskRequest request);
}

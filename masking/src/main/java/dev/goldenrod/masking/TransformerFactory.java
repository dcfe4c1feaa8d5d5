package dev.goldenrod.masking;

import java.util.Set;
import java.util.function.Function;

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

  /** Returns a factory that calls a function. */
  static TransformerFactory of(
      String name, Set<String> options, Function<MaskRequest, Transformer> function) {
    return new TransformerFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Set<String> options() {
        return options;
      }

      @Override
      public Transformer create(MaskRequest request) {
        return function.apply(request);
      }
    };
  }
}

package dev.goldenrod.masking;

import dev.goldenrod.masking.schema.Column;
import java.util.Map;

/**
 * What a transformer is created from.
 *
 * @param options the rule's options
 * @param column the column to mask
 * @param key the key of the masks
 * @param link the name that ties columns with equal masks for equal originals
 * @param creator creates the transformers of what a value contains
 */
public record MaskRequest(
    Options options, Column column, MaskingKey key, String link, Creator creator) {

  /** Creates further transformers with the same key. */
  @FunctionalInterface
  public interface Creator {
    /**
     * Creates a transformer of that name.
     *
     * @throws RuleException as {@link TransformerFactory#create} does
     */
    Transformer create(String name, Map<String, Object> options, Column column);
  }

  /** Returns the keyed function of the link, for one purpose. */
  public KeyedHash hash(String purpose) {
    return key.hash("link", link, purpose);
  }

  /** Returns an exception that says which types the transformer masks. */
  public RuleException wrongType(String masked) {
    return new RuleException(
        "'%s' masks %s, but column '%s' has the type %s"
            .formatted(options.transformer(), masked, column.name(), column.type()));
  }
}

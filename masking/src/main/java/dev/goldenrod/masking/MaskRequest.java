package dev.goldenrod.masking;

import dev.goldenrod.masking.schema.Column;

/**
 * What a transformer is created from.
 *
 * @param options the rule's options
 * @param column the column to mask
 * @param key the key of the masks
 * @param link the name that ties columns with equal masks for equal originals
 */
public record MaskRequest(Options options, Column column, MaskingKey key, String link) {
  /** Returns the keyed function of the link. */
  public KeyedHash hash() {
    return key.hash("link", link);
  }
}

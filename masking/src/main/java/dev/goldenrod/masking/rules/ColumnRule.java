package dev.goldenrod.masking.rules;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rule for one column. */
public sealed interface ColumnRule {
  /** The column's type as {@code format_type} wrote it when the rule was made. */
  String type();

  Position position();

  /** Returns a copy for a column of another type. */
  ColumnRule withType(String type);

  /** Returns whether equal values of both columns are equal in the golden too. */
  boolean masksLike(ColumnRule other);

  /**
   * Replaces the values.
   *
   * @param transformer its name
   * @param link ties the column to others whose equal values have equal masks
   * @param options of the transformer: texts, whole numbers, numbers, booleans, lists and maps
   */
  record Mask(
      String transformer,
      String type,
      @Nullable String link,
      Map<String, Object> options,
      Position position)
      implements ColumnRule {
    public Mask {
      options = Map.copyOf(options);
    }

    @Override
    public Mask withType(String other) {
      return new Mask(transformer, other, link, options, position);
    }

    @Override
    public boolean masksLike(ColumnRule other) {
      return other instanceof Mask mask
          && hasTransformerOf(mask)
          && Objects.equals(link, mask.link);
    }

    boolean hasTransformerOf(Mask other) {
      return transformer.equals(other.transformer) && options.equals(other.options);
    }
  }

  /** Copies the values as they are. */
  record Keep(String reason, String type, Position position) implements ColumnRule {
    @Override
    public Keep withType(String other) {
      return new Keep(reason, other, position);
    }

    @Override
    public boolean masksLike(ColumnRule other) {
      return other instanceof Keep;
    }
  }

  /** Replaces the values by the column's default, or NULL. */
  record Drop(String reason, String type, Position position) implements ColumnRule {
    @Override
    public Drop withType(String other) {
      return new Drop(reason, other, position);
    }

    @Override
    public boolean masksLike(ColumnRule other) {
      return other instanceof Drop;
    }
  }
}

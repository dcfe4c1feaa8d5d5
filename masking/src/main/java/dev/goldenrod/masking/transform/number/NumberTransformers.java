package dev.goldenrod.masking.transform.number;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class NumberTransformers {
  private NumberTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of(
            "number", Set.of("method", "percent", "min", "max", "size"), Numbers::create));
  }
}

package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class NestedTransformers {
  private NestedTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("array", Set.of("element"), ArrayMask::create),
        TransformerFactory.of("composite", Set.of("fields"), CompositeMask::create),
        TransformerFactory.of("range", Set.of("bound"), RangeMask::create),
        TransformerFactory.of("json", Set.of("paths", "default", "keys"), JsonMask::create),
        TransformerFactory.of("xml", Set.of("text"), XmlMask::create));
  }
}

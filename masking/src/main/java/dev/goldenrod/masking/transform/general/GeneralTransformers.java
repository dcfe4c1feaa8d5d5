package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.TransformerFactory;
import java.util.List;
import java.util.Set;

/** The factories of this package. */
public final class GeneralTransformers {
  private GeneralTransformers() {}

  /** Returns all factories. */
  public static List<TransformerFactory> factories() {
    return List.of(
        TransformerFactory.of("constant", Set.of("value", "nulls"), Constant::create),
        TransformerFactory.of("null", Set.of(), NullValue::create),
        TransformerFactory.of("hash", Set.of(), Hash::create),
        TransformerFactory.of("text", Set.of("method", "locale"), FreeText::create),
        TransformerFactory.of("sequence", Set.of("start", "prefix"), Sequence::create),
        TransformerFactory.of(
            "regex", Set.of("pattern", "replacement", "otherwise"), RegularExpression::create),
        TransformerFactory.of("dictionary", Set.of("values"), Dictionary::create),
        TransformerFactory.of("bytea", Set.of(), BytePlaceholder::create));
  }
}

package dev.goldenrod.masking.transform;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.TransformerFactory;
import dev.goldenrod.masking.schema.Column;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Creates transformers by name: Goldenrod's, and those that a {@code ServiceLoader} finds. */
public final class Transformers {
  /** The option that every transformer has: columns with the same link have the same masks. */
  public static final String LINK = "link";

  private static final Map<String, TransformerFactory> FACTORIES = Map.of();

  private Transformers() {}

  /** Returns the names of all transformers, sorted. */
  public static Set<String> names() {
    return new TreeSet<>(FACTORIES.keySet());
  }

  /**
   * Returns the names of a transformer's options, sorted, {@value #LINK} included.
   *
   * @throws RuleException if there is no transformer of that name
   */
  public static Set<String> options(String name) {
    Set<String> options = new TreeSet<>(factory(name).options());
    options.add(LINK);
    return options;
  }

  /**
   * Creates a transformer. Its masks depend on the key, the link (the transformer's name, if the
   * options have no {@value #LINK}), the original and some of the column's type. So for a foreign
   * key give the column that is referenced.
   *
   * @throws RuleException if there is no such transformer, an option is unknown or wrong, or the
   *     column's type does not fit
   */
  public static Transformer create(
      String name, Map<String, Object> options, Column column, MaskingKey key) {
    TransformerFactory factory = factory(name);
    Set<String> known = options(name);
    for (String option : options.keySet()) {
      if (!known.contains(option)) {
        throw new RuleException(
            "'%s' has no option '%s'; it has %s".formatted(name, option, String.join(", ", known)));
      }
    }
    Options read = new Options(name, options);
    String link = read.text(LINK).orElse(name);
    return factory.create(new MaskRequest(read, column, key, link));
  }

  private static TransformerFactory factory(String name) {
    TransformerFactory factory = FACTORIES.get(name);
    if (factory == null) {
      throw new RuleException(
          "there is no transformer '%s'; there are %s"
              .formatted(name, String.join(", ", List.copyOf(names()))));
    }
    return factory;
  }
}

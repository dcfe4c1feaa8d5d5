package dev.goldenrod.masking.transform;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.TransformerFactory;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.transform.code.CodeTransformers;
import dev.goldenrod.masking.transform.general.GeneralTransformers;
import dev.goldenrod.masking.transform.nested.NestedTransformers;
import dev.goldenrod.masking.transform.number.NumberTransformers;
import dev.goldenrod.masking.transform.person.PersonTransformers;
import dev.goldenrod.masking.transform.place.PlaceTransformers;
import dev.goldenrod.masking.transform.time.TimeTransformers;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Creates transformers by name: Goldenrod's, and those that a {@code ServiceLoader} finds. */
public final class Transformers {
  /** The option that every transformer has: columns with the same link have the same masks. */
  public static final String LINK = "link";

  private static final Map<String, TransformerFactory> FACTORIES = factories();

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
    MaskRequest.Creator creator =
        (nested, nestedOptions, part) -> create(nested, nestedOptions, part, key);
    return factory.create(new MaskRequest(read, column, key, link, creator));
  }

  private static Map<String, TransformerFactory> factories() {
    Map<String, TransformerFactory> factories = new TreeMap<>();
    Stream.of(
            GeneralTransformers.factories(),
            PersonTransformers.factories(),
            PlaceTransformers.factories(),
            CodeTransformers.factories(),
            NumberTransformers.factories(),
            TimeTransformers.factories(),
            NestedTransformers.factories())
        .flatMap(List::stream)
        .forEach(factory -> factories.put(factory.name(), factory));
    for (TransformerFactory added : ServiceLoader.load(TransformerFactory.class)) {
      if (factories.putIfAbsent(added.name(), added) != null) {
        throw new IllegalStateException(
            "%s adds the transformer '%s', which there is already: give it another name"
                .formatted(added.getClass().getName(), added.name()));
      }
    }
    return Map.copyOf(factories);
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

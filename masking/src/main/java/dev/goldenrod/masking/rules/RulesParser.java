package dev.goldenrod.masking.rules;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Parses one rules file. Not thread-safe. */
final class RulesParser {
  private static final Pattern LOCALE = Pattern.compile("[a-z]{2,3}(-[A-Z]{2})?");
  private static final Set<String> OWN_KEYS = Set.of("version", "locale", "tables");

  private final Problems problems = new Problems();

  MaskingRules parse(String yaml) {
    Node root = YamlText.compose(yaml, problems);
    problems.throwIfAny();
    YamlMap file = new YamlMap("the file", root, problems).requireKnown(keys());
    requireVersion(file);
    MaskingRules rules =
        new MaskingRules(
            locale(file).orElse(null), objects(file), new TableRulesParser(problems).tables(file));
    problems.throwIfAny();
    return rules;
  }

  private static Set<String> keys() {
    Set<String> keys = new TreeSet<>(OWN_KEYS);
    for (ObjectKind kind : ObjectKind.values()) {
      keys.add(kind.key());
    }
    return keys;
  }

  private void requireVersion(YamlMap file) {
    boolean isKnown =
        file.data("version").filter(it -> it.equals((long) MaskingRules.VERSION)).isPresent();
    if (!isKnown) {
      problems.add(
          file.entries().containsKey("version")
              ? file.entries().get("version").position()
              : file.position(),
          "the file must have 'version: %d'; other versions are not known"
              .formatted(MaskingRules.VERSION));
    }
  }

  private Optional<String> locale(YamlMap file) {
    Optional<String> locale = file.findText("locale");
    if (locale.isPresent() && !LOCALE.matcher(locale.get()).matches()) {
      problems.add(
          file.find("locale").orElseThrow(),
          "locale '%s' must be a language, or language and country, as in 'de' or 'pt-BR'",
          locale.get());
    }
    return locale;
  }

  private Map<ObjectKind, ObjectRule> objects(YamlMap file) {
    Map<ObjectKind, ObjectRule> objects = new EnumMap<>(ObjectKind.class);
    for (ObjectKind kind : ObjectKind.values()) {
      file.find(kind.key()).flatMap(it -> object(kind, it)).ifPresent(it -> objects.put(kind, it));
    }
    return objects;
  }

  private Optional<ObjectRule> object(ObjectKind kind, Node value) {
    boolean canKeep = kind.actions().contains(ObjectAction.KEEP);
    if (canKeep && !(value instanceof ScalarNode)) {
      YamlMap map = new YamlMap(kind.key(), value, problems).requireKnown(Set.of("keep"));
      return map.text("keep", "keep: why").map(reason -> new ObjectRule(ObjectAction.KEEP, reason));
    }
    Optional<ObjectRule> rule =
        kind.actions().stream()
            .filter(action -> action != ObjectAction.KEEP)
            .filter(action -> isWord(value, action.word()))
            .map(action -> new ObjectRule(action, null))
            .findFirst();
    if (rule.isEmpty()) {
      problems.add(value, "'%s' must be %s", kind.key(), choices(kind));
    }
    return rule;
  }

  private static boolean isWord(Node value, String word) {
    return value instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.STR)
        && scalar.getValue().equals(word);
  }

  private static String choices(ObjectKind kind) {
    return kind.actions().stream()
        .map(action -> action == ObjectAction.KEEP ? "{keep: why}" : action.word())
        .collect(Collectors.joining(" or "));
  }
}

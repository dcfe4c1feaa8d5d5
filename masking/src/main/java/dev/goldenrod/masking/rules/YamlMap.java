package dev.goldenrod.masking.rules;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The keys and values of one map of a rules file. What has another form is added to the problems
 * and left out.
 */
final class YamlMap {
  private final String what;
  private final Node node;
  private final Problems problems;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** A key with its value. */
  record Entry(String key, Node keyNode, Node value) {
    Position position() {
      return Problems.position(keyNode);
    }
  }

  /**
   * Reads the map.
   *
   * @param what names it in messages
   */
  YamlMap(String what, Node node, Problems problems) {
    this.what = what;
    this.node = node;
    this.problems = problems;
    if (node instanceof MappingNode map) {
      map.getValue().forEach(this::read);
    } else {
      problems.add(node, "%s must be a map of keys and values", what);
    }
  }

  private void read(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      problems.add(tuple.getKeyNode(), "a key of %s must be a text", what);
      return;
    }
    Entry entry = new Entry(key.getValue(), key, tuple.getValueNode());
    if (entries.put(entry.key(), entry) != null) {
      problems.add(key, "%s has the key '%s' twice; remove one", what, entry.key());
    }
  }

  /** Adds a problem for each key that is not known. */
  YamlMap requireKnown(Set<String> known) {
    entries.values().stream()
        .filter(entry -> !known.contains(entry.key()))
        .forEach(
            entry ->
                problems.add(
                    entry.keyNode(),
                    "%s has the unknown key '%s'; the keys are %s",
                    what,
                    entry.key(),
                    String.join(", ", new TreeSet<>(known))));
    return this;
  }

  Position position() {
    return Problems.position(node);
  }

  Map<String, Entry> entries() {
    return entries;
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  Optional<Node> find(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** Returns the text of a key that may be missing. */
  Optional<String> findText(String key) {
    return find(key).flatMap(value -> text(key, value));
  }

  /** Returns the text of a key; adds a problem if it is missing. */
  Optional<String> text(String key, String example) {
    if (!has(key)) {
      problems.add(node, "%s has no '%s'; add for example '%s'", what, key, example);
    }
    return findText(key);
  }

  private Optional<String> text(String key, Node value) {
    if (value instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.STR)
        && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue());
    }
    problems.add(
        value, "'%s' of %s must be a text%s", key, what, isQuotable(value) ? "; quote it" : "");
    return Optional.empty();
  }

  private static boolean isQuotable(Node value) {
    return value instanceof ScalarNode scalar && !scalar.getValue().isBlank();
  }

  /** Returns a value as texts, whole numbers, numbers, booleans, lists and maps. */
  Optional<Object> data(String key) {
    return find(key).flatMap(value -> data(key, value));
  }

  private Optional<Object> data(String key, Node value) {
    if (value instanceof SequenceNode list) {
      return Optional.of(
          list.getValue().stream().map(one -> data(key, one)).flatMap(Optional::stream).toList());
    }
    if (value instanceof MappingNode) {
      YamlMap map = new YamlMap("'%s' of %s".formatted(key, what), value, problems);
      Map<String, Object> data = new LinkedHashMap<>();
      map.entries().keySet().forEach(one -> map.data(one).ifPresent(it -> data.put(one, it)));
      return Optional.of(data);
    }
    ScalarNode scalar = (ScalarNode) value;
    if (scalar.getTag().equals(Tag.NULL)) {
      problems.add(value, "'%s' of %s has no value; set one, or remove it", key, what);
      return Optional.empty();
    }
    return Optional.of(YamlScalar.value(scalar));
  }
}

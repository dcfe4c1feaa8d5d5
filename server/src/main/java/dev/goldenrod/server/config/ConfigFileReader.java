package dev.goldenrod.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reads configuration files whose keys are a command's options without the leading dashes. */
public final class ConfigFileReader {
  /** Options that a file cannot set: they name the file or request something other than a start. */
  private static final List<String> NO_KEYS = List.of("--config", "--help", "--version");

  private final Map<String, OptionSpec> options = new TreeMap<>();

  public ConfigFileReader(CommandSpec command) {
    command.options().stream()
        .filter(option -> !NO_KEYS.contains(option.longestName()) && !option.hidden())
        .forEach(option -> options.put(option.longestName(), option));
  }

  /**
   * @throws ConfigFile.InvalidException if the file is unreadable or has an unknown key or
   *     malformed value
   */
  public ConfigFile read(Path path) {
    try (Reader text = Files.newBufferedReader(path)) {
      Node root = new Yaml(new LoaderOptions()).compose(text);
      return new ConfigFile(path, root == null ? Map.of() : entries(path, root));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new ConfigFile.InvalidException(
          path + ":" + line + ": invalid YAML: " + e.getProblem(), e);
    } catch (IOException e) {
      throw unreadable(path, e);
    } catch (YAMLException e) {
      throw new ConfigFile.InvalidException(path + ": invalid YAML: " + e.getMessage(), e);
    }
  }

  private static ConfigFile.InvalidException unreadable(Path path, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "permission denied"
            : cause instanceof NoSuchFileException
                ? "no such file"
                : cause instanceof MalformedInputException ? "it is not UTF-8" : cause.getMessage();
    return new ConfigFile.InvalidException(
        "%s cannot be read: %s; choose another file with --config or %s, or /dev/null for none"
            .formatted(path, reason, ConfigFileLocator.VARIABLE),
        cause);
  }

  private Map<String, ConfigFile.Entry> entries(Path path, Node root) {
    if (!(root instanceof MappingNode mapping)) {
      throw bad(path, root, "it must contain keys and values, for example 'port: 7878'");
    }
    Map<String, ConfigFile.Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node key = tuple.getKeyNode();
      OptionSpec option = option(path, key);
      String name = option.longestName();
      List<String> values = values(path, option, tuple.getValueNode());
      if (entries.put(name, new ConfigFile.Entry(line(key), values)) != null) {
        throw bad(path, key, "'%s' is set twice".formatted(key(option)));
      }
    }
    return entries;
  }

  private OptionSpec option(Path path, Node key) {
    String name = key instanceof ScalarNode scalar ? scalar.getValue() : "a list or map";
    return Optional.ofNullable(options.get("--" + name))
        .orElseThrow(
            () ->
                bad(
                    path,
                    key,
                    "unknown key '%s'; the nearest one is '%s'"
                        .formatted(
                            name,
                            nearest(
                                name,
                                options.values().stream().map(ConfigFileReader::key).toList()))));
  }

  /** Returns the word with the smallest edit distance. */
  private static String nearest(String typed, Collection<String> words) {
    return words.stream().min(Comparator.comparingInt(word -> distance(typed, word))).orElseThrow();
  }

  /** Returns the Levenshtein distance. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  private static List<String> values(Path path, OptionSpec option, Node value) {
    if (option.isMultiValue() && value instanceof SequenceNode list) {
      return list.getValue().stream().map(one -> scalar(path, option, one)).toList();
    }
    String text = scalar(path, option, value);
    if (option.arity().max() == 0 && !value.getTag().equals(Tag.BOOL)) {
      throw bad(path, value, "'%s' must be true or false, not '%s'".formatted(key(option), text));
    }
    return List.of(option.arity().max() == 0 ? Boolean.toString(isTrue(text)) : text);
  }

  private static boolean isTrue(String yaml) {
    return List.of("true", "yes", "on").contains(yaml.toLowerCase(Locale.ROOT));
  }

  private static String scalar(Path path, OptionSpec option, Node value) {
    if (!(value instanceof ScalarNode scalar)) {
      throw bad(
          path,
          value,
          "'%s' must be %s, not a %s"
              .formatted(
                  key(option),
                  option.isMultiValue() ? "a value or a list of values" : "one value",
                  value instanceof SequenceNode ? "list" : "map"));
    }
    if (scalar.getTag().equals(Tag.NULL)) {
      throw bad(path, value, "'%s' has no value; set one, or remove it".formatted(key(option)));
    }
    return scalar.getValue();
  }

  private static String key(OptionSpec option) {
    return option.longestName().substring(2);
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private static ConfigFile.InvalidException bad(Path path, Node node, String problem) {
    return new ConfigFile.InvalidException(path + ":" + line(node) + ": " + problem);
  }
}

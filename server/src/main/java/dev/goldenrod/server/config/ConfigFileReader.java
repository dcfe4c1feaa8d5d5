package dev.goldenrod.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
   * @throws ConfigFileException if the file is unreadable or has an unknown key or malformed value
   */
  public ConfigFile read(Path path) {
    try (Reader text = Files.newBufferedReader(path)) {
      Node root = new Yaml(new LoaderOptions()).compose(text);
      return new ConfigFile(path, root == null ? Map.of() : entries(path, root));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new ConfigFileException(path + ":" + line + ": invalid YAML: " + e.getProblem(), e);
    } catch (IOException e) {
      throw unreadable(path, e);
    } catch (YAMLException e) {
      throw new ConfigFileException(path + ": invalid YAML: " + e.getMessage(), e);
    }
  }

  private static ConfigFileException unreadable(Path path, IOException cause) {
    String reason =
        cause instanceof AccessDeniedException
            ? "permission denied"
            : cause instanceof NoSuchFileException
                ? "no such file"
                : cause instanceof MalformedInputException ? "it is not UTF-8" : cause.getMessage();
    return new ConfigFileException(
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
                            NearestWord.to(
                                name,
                                options.values().stream().map(ConfigFileReader::key).toList()))));
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

  private static ConfigFileException bad(Path path, Node node, String problem) {
    return new ConfigFileException(path + ":" + line(node) + ": " + problem);
  }
}

package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads and writes small YAML files that contain plain data only. */
public final class YamlFile {
  private YamlFile() {}

  static Map<String, Object> read(Path file) {
    try {
      Object root = data(compose(Files.readString(file)));
      return root == null ? Map.of() : map(root, file);
    } catch (CharacterCodingException e) {
      throw broken(file, "is not UTF-8 text");
    } catch (IOException e) {
      throw new CliException(
          ExitCode.USAGE,
          "%s cannot be read: %s".formatted(file, e),
          "ls -l " + ShellWord.of(file.toString()));
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      throw broken(
          file,
          "is not valid YAML at line %d, column %d"
              .formatted(mark.getLine() + 1, mark.getColumn() + 1));
    } catch (YAMLException e) {
      throw broken(file, "is not valid YAML");
    }
  }

  /**
   * Returns the root node. {@code Yaml.load} would also guess the types of values, and take the
   * time to load a logging framework.
   */
  private static @Nullable Node compose(String text) {
    LoaderOptions options = new LoaderOptions();
    // Data that contains itself, or the same data many times, has no end.
    options.setMaxAliasesForCollections(0);
    Parser parser = new ParserImpl(new StreamReader(text), options);
    return new Composer(parser, new Resolver(), options).getSingleNode();
  }

  /** Returns maps, lists and texts as they are typed; null for a null or a missing node. */
  private static @Nullable Object data(@Nullable Node node) {
    if (node instanceof MappingNode mapping) {
      Map<@Nullable Object, @Nullable Object> data = new LinkedHashMap<>();
      mapping.getValue().forEach(it -> data.put(data(it.getKeyNode()), data(it.getValueNode())));
      return data;
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue().stream().map(YamlFile::data).toList();
    }
    return node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
        ? scalar.getValue()
        : null;
  }

  // Messages never quote values: the user may have named a wrong file that contains secrets.

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object value, Path file) {
    if (value instanceof Map<?, ?> map
        && map.keySet().stream().allMatch(String.class::isInstance)) {
      return (Map<String, Object>) map;
    }
    throw broken(file, "has another value where keys are expected");
  }

  static CliException broken(Path file, String problem) {
    String name = ShellWord.of(file.toString());
    return new CliException(
        ExitCode.USAGE,
        "%s %s".formatted(file, problem),
        "${EDITOR:-vi} " + name,
        "mv %s %s".formatted(name, ShellWord.of(file + ".broken")));
  }

  static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  public static String write(Object data) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    options.setNonPrintableStyle(DumperOptions.NonPrintableStyle.ESCAPE);
    return new Yaml(new Representer(options), options).dump(data);
  }
}

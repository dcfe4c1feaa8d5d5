package dev.goldenrod.masking.rules;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Composes the nodes of a YAML text. No object is constructed from them. */
final class YamlText {
  private YamlText() {}

  /** Returns the root, or null after adding a problem. */
  static @Nullable Node compose(String yaml, Problems problems) {
    if (yaml.length() > MaskingRules.MAX_CHARACTERS) {
      problems.add(
          new Position(1, 1),
          "the file has %d characters; rules have at most %d"
              .formatted(yaml.length(), MaskingRules.MAX_CHARACTERS));
      return null;
    }
    try {
      return composed(yaml, problems);
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      Position position = mark == null ? new Position(1, 1) : Problems.position(mark);
      problems.add(position, "the file is not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problems.add(
          new Position(1, 1),
          "the file is not valid YAML, nested too deeply, or repeats lists and maps by aliases");
    }
    return null;
  }

  private static @Nullable Node composed(String yaml, Problems problems) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    options.setCodePointLimit(MaskingRules.MAX_CHARACTERS);
    ParserImpl parser = new ParserImpl(new StreamReader(yaml), options);
    Node root = new Composer(parser, new Resolver(), options).getSingleNode();
    if (root == null) {
      problems.add(new Position(1, 1), "the file is empty; begin with 'version: 1'");
    }
    return root;
  }
}

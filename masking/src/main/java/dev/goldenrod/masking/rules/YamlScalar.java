package dev.goldenrod.masking.rules;

import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Scalars of YAML without its surprises: only decimal numbers are numbers, and only {@code true}
 * and {@code false} are booleans, so that {@code no} and {@code 012} are texts.
 */
final class YamlScalar {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,17})\\.[0-9]{1,17}");
  private static final Set<String> BOOLEANS = Set.of("true", "false");

  /** Texts that need no quotes, in lists and maps of one line either. */
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .()/+*%-]*(?<! )");

  private static final Set<Tag> NUMBERS = Set.of(Tag.INT, Tag.FLOAT);

  private YamlScalar() {}

  static Object value(ScalarNode scalar) {
    String text = scalar.getValue();
    if (NUMBERS.contains(scalar.getTag()) && WHOLE.matcher(text).matches()) {
      return Long.valueOf(text);
    }
    if (NUMBERS.contains(scalar.getTag()) && DECIMAL.matcher(text).matches()) {
      return Double.valueOf(text);
    }
    if (scalar.getTag().equals(Tag.BOOL) && BOOLEANS.contains(text)) {
      return Boolean.valueOf(text);
    }
    return text;
  }

  /** Returns the text as a scalar that is a text for every parser of YAML. */
  static String write(String text) {
    boolean isPlain =
        PLAIN.matcher(text).matches()
            && new Resolver().resolve(NodeId.scalar, text, true).equals(Tag.STR)
            && !text.matches("[yYnN]");
    return isPlain ? text : quoted(text);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            one -> {
              if (one == '"' || one == '\\') {
                quoted.append('\\').append((char) one);
              } else if (one < ' ' || one > '~' && !Character.isLetter(one)) {
                quoted.append("\\u%04x".formatted(one));
              } else {
                quoted.append((char) one);
              }
            });
    return quoted.append('"').toString();
  }
}

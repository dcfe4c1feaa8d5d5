package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Replaces texts that a regular expression matches as a whole. Texts that it does not match, and
 * texts that the replacement would contain as they are, become a fixed word.
 */
final class RegularExpression implements Transformer {
  private static final Pattern WHOLE_MATCH = Pattern.compile("(?<!\\\\)(\\\\\\\\)*\\$0");

  private final TextColumn column;
  private final Pattern pattern;
  private final String replacement;
  private final String otherwise;

  private RegularExpression(
      TextColumn column, Pattern pattern, String replacement, String otherwise) {
    this.column = column;
    this.pattern = pattern;
    this.replacement = replacement;
    this.otherwise = otherwise;
  }

  static Transformer create(MaskRequest request) {
    Options options = request.options();
    TextColumn column = TextColumn.of(request);
    String pattern = options.text("pattern").orElseThrow(() -> options.missing("pattern"));
    String replacement =
        options.text("replacement").orElseThrow(() -> options.missing("replacement"));
    if (WHOLE_MATCH.matcher(replacement).find()) {
      throw options.wrong("replacement", "without $0, which is the original");
    }
    String otherwise = column.fit(options.text("otherwise").orElse(FreeText.REDACTED));
    Pattern compiled = compile(options, pattern);
    requireGroups(options, compiled, replacement);
    return new RegularExpression(column, compiled, replacement, otherwise);
  }

  @Override
  public String mask(String value, Row row) {
    if (value.isEmpty()) {
      return value;
    }
    String replaced = replaced(value);
    return replaced.contains(value) ? otherwise : column.fit(replaced);
  }

  private String replaced(String value) {
    try {
      Matcher matcher = pattern.matcher(value);
      return matcher.matches() ? matcher.replaceFirst(replacement) : otherwise;
    } catch (StackOverflowError e) {
      // The JDK's matcher recurses over repeated groups.
      return otherwise;
    }
  }

  private static Pattern compile(Options options, String pattern) {
    try {
      return Pattern.compile(pattern, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw options.wrong("pattern", "a regular expression: " + e.getDescription());
    }
  }

  /**
   * Groups that do not exist are found out by a text that matches an alternative of the pattern.
   */
  private static void requireGroups(Options options, Pattern pattern, String replacement) {
    try {
      Pattern.compile(pattern.pattern() + "|", Pattern.DOTALL)
          .matcher("")
          .replaceFirst(replacement);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw options.wrong(
          "replacement", "a text with groups of the pattern only: " + e.getMessage());
    }
  }
}

package dev.goldenrod.masking.transform.nested;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.value.NumberType;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Masks the bounds of ranges and multiranges. The lower of two masked bounds becomes the lower
 * bound.
 *
 * @param bound masks each bound
 * @param order of bounds
 */
record RangeMask(Transformer bound, Comparator<String> order) implements Transformer {
  private static final String BOUND = "(\"(?:[^\"\\\\]|\\\\.|\"\")*\"|[^,\")\\]]*)";
  private static final Pattern RANGE =
      Pattern.compile("([\\[(])" + BOUND + "," + BOUND + "([\\])])");

  static Transformer create(MaskRequest request) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    ColumnType element = type.element();
    boolean isRange =
        type.kind() == ColumnType.Kind.RANGE || type.kind() == ColumnType.Kind.MULTIRANGE;
    if (!isRange || element == null) {
      throw request.wrongType("ranges");
    }
    // The element of a multirange may be described as its range.
    ColumnType subtype = element.element() != null ? element.element() : element;
    Object rule =
        request.options().value("bound").orElseThrow(() -> request.options().missing("bound"));
    Comparator<String> order =
        NumberType.isNumber(subtype)
            ? Comparator.comparing(BigDecimal::new)
            : Comparator.naturalOrder();
    return new RangeMask(NestedRule.create(request, "bound", rule, subtype), order);
  }

  @Override
  public String mask(String value, Row row) {
    return RANGE.matcher(value).replaceAll(range -> Matcher.quoteReplacement(masked(range, row)));
  }

  @Override
  public boolean isRepeatable() {
    return bound.isRepeatable();
  }

  @Override
  public Set<String> reads() {
    return bound.reads();
  }

  private String masked(MatchResult range, Row row) {
    String lower = masked(range.group(2), row);
    String upper = masked(range.group(3), row);
    boolean isTurned = lower != null && upper != null && order.compare(lower, upper) > 0;
    return range.group(1)
        + quoted(isTurned ? upper : lower)
        + ","
        + quoted(isTurned ? lower : upper)
        + range.group(4);
  }

  /** Returns the masked bound, or null for none. */
  private @Nullable String masked(String written, Row row) {
    if (written.isEmpty()) {
      return null;
    }
    String plain =
        written.startsWith("\"")
            ? written.substring(1, written.length() - 1).replaceAll("\\\\(.)|\"(\")", "$1$2")
            : written;
    return bound.mask(plain, row);
  }

  private static String quoted(@Nullable String bound) {
    return bound == null ? "" : '"' + bound.replace("\\", "\\\\").replace("\"", "\"\"") + '"';
  }
}

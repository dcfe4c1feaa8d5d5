package dev.goldenrod.console.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message of a database or clone, in which the limits that its machine cannot enforce are no
 * failure and stand apart.
 *
 * @param text what remains of the message; may be empty
 * @param limits such as {@code cpu 1 is not enforced}; empty for none
 * @param reasons why; empty if there are no limits
 */
public record StatusMessage(String text, String limits, String reasons) {
  private static final String SEPARATOR = "; ";
  private static final Pattern LIMITS =
      Pattern.compile("((?:memory|cpu|storage) [^:;]{1,80} (?:is|are) not enforced): (.*)");

  /** Splits the message of a data plane, whose parts are separated by semicolons. */
  public static StatusMessage parse(String message) {
    List<String> texts = new ArrayList<>();
    List<String> limits = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (String part : message.split(SEPARATOR)) {
      Matcher limit = LIMITS.matcher(part);
      if (limit.matches()) {
        limits.add(limit.group(1));
        reasons.add(limit.group(2));
      } else {
        texts.add(part);
      }
    }
    return new StatusMessage(join(texts), join(limits), join(reasons));
  }

  private static String join(List<String> parts) {
    return String.join(SEPARATOR, parts);
  }
}

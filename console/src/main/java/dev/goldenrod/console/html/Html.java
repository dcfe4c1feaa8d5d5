package dev.goldenrod.console.html;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page or a part of one, before it is rendered.
 *
 * @param template file name of the template, without its suffix
 * @param title of the window; empty for a part of a page
 * @param values the template's parameters, without {@code frame}
 */
public record Html(String template, String title, Map<String, @Nullable Object> values) {
  /** Creates a page without parameters. */
  public Html(String template, String title) {
    this(template, title, Map.of());
  }

  /** Returns a copy with one more parameter. */
  public Html with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new HashMap<>(values);
    more.put(name, value);
    return new Html(template, title, more);
  }
}

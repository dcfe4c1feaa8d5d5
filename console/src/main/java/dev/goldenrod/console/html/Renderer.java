package dev.goldenrod.console.html;

import dev.goldenrod.member.User;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders templates, which are compiled with the module. Thread-safe. */
public final class Renderer {
  private static final String SUFFIX = ".jte";

  private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);
  private final String release;

  /** Creates a renderer of pages that show the given release. */
  public Renderer(String release) {
    this.release = release;
  }

  /**
   * Renders a page.
   *
   * @param path of the page, without a query
   * @param user the member; null before the sign-in
   * @param csrf the token that each form of the page sends; empty before the sign-in
   * @param confirmation of the change that led to the page; empty for none
   */
  public String render(
      Html page, String path, @Nullable User user, String csrf, String confirmation) {
    Map<String, @Nullable Object> values = new HashMap<>(page.values());
    values.put(
        "frame", new Frame(page.title(), path, user, csrf, confirmation, release, Assets.VERSION));
    StringOutput output = new StringOutput();
    templates.render(page.template() + SUFFIX, values, output);
    return output.toString();
  }
}

package dev.goldenrod.console.session;

import dev.goldenrod.console.html.Html;

/** The response to a form that a browser sent, with a sentence that confirms the change. */
public sealed interface Answer {
  /**
   * The browser opens another page.
   *
   * @param confirmation a sentence that the page shows once; empty for none
   */
  record GoTo(String path, String confirmation) implements Answer {}

  /**
   * The browser shows a page that is not kept, such as one with a secret.
   *
   * @param confirmation a sentence above the page; empty for none
   */
  record Show(Html page, String confirmation) implements Answer {}

  /**
   * Sends the browser to a page.
   *
   * @param confirmation says what was changed, as in {@code Reset of orders has begun.}
   */
  static Answer goTo(String path, String confirmation) {
    return new GoTo(path, confirmation);
  }

  /** Shows a page that the browser does not keep, and that says itself what was done. */
  static Answer show(Html page) {
    return new Show(page, "");
  }

  /** Shows a page that the browser does not keep. */
  static Answer show(Html page, String confirmation) {
    return new Show(page, confirmation);
  }
}

package dev.goldenrod.console.session;

import dev.goldenrod.console.html.Html;

/** The response to a form that a browser sent. */
public sealed interface Answer {
  /** The browser opens another page. */
  record GoTo(String path) implements Answer {}

  /** The browser shows a page that is not kept, such as one with a secret. */
  record Show(Html page) implements Answer {}

  /** Sends the browser to a page. */
  static Answer goTo(String path) {
    return new GoTo(path);
  }

  /** Shows a page that the browser does not keep. */
  static Answer show(Html page) {
    return new Show(page);
  }
}

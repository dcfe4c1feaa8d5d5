package dev.goldenrod.console.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Values in the queries of links. */
public final class Queries {
  private Queries() {}

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

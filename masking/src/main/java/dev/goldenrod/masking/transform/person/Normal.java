package dev.goldenrod.masking.transform.person;

import java.util.Locale;

/** The form in which texts of people are compared: without case and without blanks around them. */
final class Normal {
  private Normal() {}

  static String of(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }
}

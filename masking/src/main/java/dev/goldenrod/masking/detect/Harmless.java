package dev.goldenrod.masking.detect;

/** What a column can hold that tells nothing about people, by the type that it must have. */
enum Harmless {
  TEXT("a language, currency, country or unit"),
  CODE("a code with few different values"),
  NUMBER("a quantity"),
  TIME("a time of business");

  private final String singular;

  Harmless(String singular) {
    this.singular = singular;
  }

  String singular() {
    return singular;
  }
}

package dev.goldenrod.masking.detect;

/**
 * Kinds of data that tell nothing about people, each with the types of columns that can hold it.
 */
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

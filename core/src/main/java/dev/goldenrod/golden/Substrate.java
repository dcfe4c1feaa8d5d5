package dev.goldenrod.golden;

import java.util.Locale;
import java.util.Optional;

/** The kind of database that a golden holds. */
public enum Substrate {
  POSTGRES,
  MYSQL,
  MONGODB;

  /** Returns the name in the API: {@code postgres}, {@code mysql} or {@code mongodb}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the substrate with the given name in the API; empty if there is none. */
  public static Optional<Substrate> parse(String wireName) {
    for (Substrate substrate : values()) {
      if (substrate.wireName().equals(wireName)) {
        return Optional.of(substrate);
      }
    }
    return Optional.empty();
  }
}

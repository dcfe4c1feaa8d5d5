package dev.goldenrod.console.html;

/** The names of engines for people. */
public final class EngineNames {
  private EngineNames() {}

  /** Returns the name of a database's type or a golden's substrate; others as they are. */
  public static String of(String wireName) {
    return switch (wireName) {
      case "postgres", "postgresql" -> "PostgreSQL";
      case "mysql" -> "MySQL";
      case "mongodb" -> "MongoDB";
      default -> wireName;
    };
  }

  /** Returns an engine and its version, such as {@code PostgreSQL 15} for {@code postgresql 15}. */
  public static String ofVersion(String wireName) {
    String[] words = wireName.split(" ", 2);
    return words.length == 1 ? of(wireName) : of(words[0]) + " " + words[1];
  }
}

package dev.goldenrod.database;

import dev.goldenrod.golden.Substrate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The database engines that can be requested, each with the versions that every user may expect.
 */
public enum DatabaseType {
  POSTGRESQL("12", "13", "14", "15", "16"),
  MYSQL("5.7", "8.0", "8.1"),
  MONGODB("5.0", "6.0", "7.0");

  private final List<String> versions;

  DatabaseType(String... versions) {
    this.versions = List.of(versions);
  }

  /** Returns the name in the API: {@code postgresql}, {@code mysql} or {@code mongodb}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type of a database that is made from a golden of the given substrate. */
  public static DatabaseType of(Substrate substrate) {
    return switch (substrate) {
      case POSTGRES -> POSTGRESQL;
      case MYSQL -> MYSQL;
      case MONGODB -> MONGODB;
    };
  }

  /** Returns the type with the given name in the API; empty if there is none. */
  public static Optional<DatabaseType> parse(String wireName) {
    return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
  }

  /** Returns the versions, oldest first. A data plane may lack some of them and have others. */
  public List<String> versions() {
    return versions;
  }
}

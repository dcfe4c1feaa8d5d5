package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Rules for the names and descriptions of databases, branches, snapshots and instances. */
final class ResourceTextValidator {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final Pattern ENGINE_VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,31}");
  private static final int MAX_SNAPSHOT_NAME = 255;
  private static final int MAX_DESCRIPTION = 4096;

  private ResourceTextValidator() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  static void requireName(String name) {
    if (!isName(name)) {
      throw ControlPlaneException.invalidBecause(
          "name",
          "'%s' must be 1 to 63 characters of a-z 0-9 - beginning with a letter"
              .formatted(shortened(name)));
    }
  }

  /** Limits the characters of a version, because data planes use versions in file paths. */
  static void requireEngineVersion(String version) {
    if (!ENGINE_VERSION.matcher(version).matches()) {
      throw ControlPlaneException.invalidBecause(
          "version",
          "'%s' must be 1 to 32 characters of A-Z a-z 0-9 . - beginning with a letter or digit; GET /v1/engines lists the versions"
              .formatted(shortened(version)));
    }
  }

  static void requireSnapshotName(String name) {
    if (name.isBlank() || name.length() > MAX_SNAPSHOT_NAME) {
      throw ControlPlaneException.invalidBecause(
          "name",
          "'%s' must have 1 to %d characters, not only spaces"
              .formatted(shortened(name), MAX_SNAPSHOT_NAME));
    }
  }

  static void requireDescription(String description) {
    if (description.length() > MAX_DESCRIPTION) {
      throw ControlPlaneException.invalidBecause(
          "description",
          "has %d characters; the maximum is %d".formatted(description.length(), MAX_DESCRIPTION));
    }
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= 80
        ? text
        : text.substring(0, text.offsetByCodePoints(0, 80)) + "…";
  }

  /** Returns the wanted name, or if it is taken, the first free one with {@code -2} and so on. */
  static String firstFree(String wanted, Predicate<String> isTaken) {
    String name = wanted;
    for (int i = 2; isTaken.test(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }
}
